#pragma once
// Reads requests of Open MPI. No single table contains them. They are in the pools of the point-to-point layer, of
// partitioned communication, of libnbc and of windows, in the list of file requests, and in the table of Fortran
// handles. Other requests (generalized requests, MPI_Comm_idup, windows over RDMA) are found by a search for their
// class.

#include <unordered_map>

#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/handle_reader.h"
#include "mpidbg/model/openmpi/p2p/nbc_requests.h"
#include "mpidbg/model/openmpi/p2p/other_requests.h"

namespace mpidbg::model::openmpi {

struct Handles;

class Requests final : public HandleReader {
 public:
  Requests(const Attachment &process, Handles &handles)
      : HandleReader(process),
        handles_(handles),
        peers_(handles),
        collective_(process, handles, peers_),
        other_(process, handles) {}

  // Reads a request. Errors: not_found if the handle does not name a request in use.
  Result<Request> read(Address handle);

  // Returns the object that finds the peers of requests.
  RequestPeers &peers() { return peers_; }

  void clear() override;
  std::string problem() override;
  std::string why_unseen() override;
  Result<std::vector<Address>> live() override;
  Status check(Address handle) override { return read(handle).status(); }
  Result<Address> fortran_table() const override { return process_.symbol("ompi_request_f_to_c_table"); }
  std::vector<PredefinedHandle> predefined() const override;
  std::vector<HandleKind> refers_to() const override {
    return {HandleKind::communicator, HandleKind::datatype, HandleKind::file, HandleKind::window, HandleKind::op};
  }
  Status collect_references(References &references) override;
  Status search_references(HandleKind object, References &references) override;

 private:
  // The place in which a request was found. It determines the kind of the request.
  enum class Source {
    predefined,
    point_to_point,
    partitioned,
    collective,
    file,
    pt2pt,
    generalized,
    communicator,
    rdma,
    ucx_window,
    plain
  };

  // Reads all pools, lists and tables if they have not been read since clear().
  Status index();
  // Appends requests that were found in the place `source`. Requests that were found in another place before are left
  // out.
  void add(Source source, const std::vector<Address> &requests);
  // Determines the kind of a request outside of the pools by its class. Returns nullopt unless there is a live object
  // of such a class at the address.
  Result<std::optional<Source>> source_by_class(Address handle) const;
  // Finds the objects of a class by a search of memory. If the class is damaged, the result is empty and problem()
  // gives the reason.
  Result<std::vector<Address>> search(const char *class_symbol);
  // Returns the requests in use that only a search of memory finds, in ascending order of addresses.
  Result<std::vector<Address>> searched();
  // Reads a request that was found in the place `source`. Errors: not_found if it is not in use.
  Result<Request> read_from(Source source, Address handle);
  Status read_common(Address handle, Request &request) const;
  // Marks a request as internal if it makes a communicator for the library itself. If that is unknown at the moment,
  // the request gets a problem.
  void tell_own_communicators(Request &request, std::optional<bool> is_part) const;
  // Adds the references from a request to other objects. A request that cannot be read is skipped.
  Status add_references(Address handle, References &references);

  Held held_by(const Request &request, HandleKind object) const;

  Handles &handles_;
  RequestPeers peers_;
  NbcRequests collective_;
  OtherRequests other_;

  // A sentence about the first damaged value that was omitted.
  std::string damage_;
  // The following members have the contents of all pools, lists and tables, once these have been read.
  bool indexed_ = false;
  std::vector<Address> known_;
  std::unordered_map<Address, Source> sources_;
};

}  // namespace mpidbg::model::openmpi
