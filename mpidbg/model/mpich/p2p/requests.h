#pragma once
// Reads a single request of MPICH. All requests are in one table, except for shared requests. A shared request stands
// for all operations that were complete when they started. The peer and data of a pending nonpersistent point-to-point
// operation are stored by the device. request_index.h has the facts that concern all requests together.

#include "mpidbg/model/mpich/handle_reader.h"
#include "mpidbg/model/mpich/p2p/request_index.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/visibility.h"

namespace mpidbg::model::mpich {

struct Handles;

class Requests final : public HandleReader {
 public:
  // All arguments must outlive this object.
  Requests(const Attachment &process, Handles &handles, RequestIndex &index)
      : process_(process), handles_(handles), index_(index) {}

  // Reads a request. Errors: not_found if the handle is not in use.
  Result<Request> read(Handle handle);
  // Reads a request without the facts that the device stores.
  Result<Request> read_head(Handle handle);

  // Returns how completely point-to-point requests are shown with peer, tag and transfer.
  Visibility point_to_point() const;
  // Returns true if a pending request belongs to a file, or may. Memory does not contain the file of such a request.
  bool may_be_of_files();
  // Explains why the communicator of some requests is unknown; empty if all are known.
  std::string communicators_problem() const { return point_to_point().problem(); }

  std::string problem() override;
  std::string why_unseen() override;
  std::vector<Handle> live() override;
  Status check(Handle handle) override { return read(handle).status(); }
  std::vector<HandleKind> refers_to() const override {
    return {HandleKind::communicator, HandleKind::datatype, HandleKind::window};
  }
  Status collect_references(References &references) override;

 private:
  // Returns a request object that stands for all operations that were complete when they started. Memory has no facts
  // about the operations.
  Result<Request> read_shared(std::uint32_t handle) const;
  // Fills in the members that only some kinds of requests have. Errors: corrupt for an unknown kind.
  Status read_kind(const RequestView &view, Request &request);
  // Returns true if this process is the only member of the request's communicator.
  Result<bool> is_on_one_process(const Request &request);
  // Fills in a request on a communicator whose only member is this process. Its messages never leave the library.
  Status read_own(const RequestView &view, Request &request);
  // Fills in a request of MPI_Grequest_start, or of a nonblocking operation of ROMIO.
  Status read_generalized(const RequestView &view, Request &request) const;

  const Attachment &process_;
  Handles &handles_;
  RequestIndex &index_;
};

}  // namespace mpidbg::model::mpich
