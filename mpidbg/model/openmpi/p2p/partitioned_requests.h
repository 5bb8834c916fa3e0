#pragma once
// Reads requests of MPI_Psend_init and MPI_Precv_init. Open MPI has these functions since 5.0. Source:
// ompi/mca/part/persist/part_persist.h.
//
// Each partition travels as a persistent message of the point-to-point layer, on a duplicate of MPI_COMM_WORLD. Before
// the first one, the two sides exchange introductions: MPI_Psend_init sends a message with the program's tag on the
// program's communicator. MPI_Precv_init posts a receive for that message, and answers on another duplicate of
// MPI_COMM_WORLD. All these requests belong to the library.

#include <optional>
#include <unordered_set>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/handle_reader.h"
#include "mpidbg/model/openmpi/p2p/communicator_requests.h"

namespace mpidbg::model::openmpi {

struct Handles;

class PartitionedRequests {
 public:
  // `process` and `handles` must outlive this object.
  PartitionedRequests(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  void clear();

  // Returns true if there may be partitioned requests.
  bool used();
  // Returns the requests that the program holds or that are not complete: sends first, then receives. A request that
  // contradicts itself is omitted.
  const std::vector<Address> &live();
  // Returns the reason why requests may be missing from live(); nullopt if the list is complete.
  std::optional<Error> problem();
  // Fills in the members specific to partitioned requests. The members that all requests have are already filled.
  Status read(Address handle, Request &request);
  // Holds the partitioned requests on a communicator, as operations of one queue, and the reason why some may be
  // missing.
  struct Listed {
    std::vector<Operation> operations;
    std::optional<Error> problem;
  };
  Listed operations(const Communicator &communicator, Queue queue);
  // Returns how many requests in live() are on the communicator. Each of these holds a reference to it.
  std::size_t on(Address communicator);

  // Returns true if a request of the point-to-point layer serves to introduce the two sides to each other. The request
  // is recognised by its address or by its buffer; an unknown argument is null.
  bool introduces(Address request, Address buffer);
  // Returns the duplicates of MPI_COMM_WORLD that exist already.
  std::vector<Address> own_communicators();
  // Returns true if a request makes a duplicate of MPI_COMM_WORLD for the library, or if it is part of such a request.
  bool makes_own_communicator(Address request);
  // Returns true if makes_own_communicator() may not recognise all parts of the requests that make duplicates.
  bool hides_parts();

 private:
  using RequestView = View<PartitionedRequestLayout>;

  struct OwnCommunicators {
    std::vector<Address> handles;
    // The requests that make the duplicates.
    std::vector<Address> requests;
  };

  // Reads the two duplicates of MPI_COMM_WORLD and the requests that are making them; both are empty before the first
  // partitioned request.
  Result<OwnCommunicators> read_own_communicators() const;
  // Reads the pools if they have not been read since clear().
  void scan_once();
  // Reads both pools. Errors: those of a pool that cannot be read.
  Status scan();
  // Returns the requests that make the duplicates of MPI_COMM_WORLD, with all of their parts.
  const RequestParts &making();
  // Appends the requests in use of one pool to `live_`. A request that contradicts itself is omitted and becomes the
  // problem. Errors: layout if the pool has requests whose layout is unknown.
  Status scan_pool(const char *symbol, bool is_send);
  // Appends one request in use. Errors: those of check().
  Status add(Address request, bool is_send);
  // Checks that certain members agree, as in every request in use. Errors: corrupt, with the members that do not.
  Status check(const RequestView &view, bool is_send) const;
  // Adds the requests of the point-to-point layer that introduce the two sides to `introductions_`.
  Status note_introductions(const RequestView &view, bool is_send);
  // Fills in the datatype, the count and the bytes of all partitions. Errors: corrupt if they overflow.
  Status fill_data(const RequestView &view, Request &request) const;
  // Returns how many partitions of an active send are marked as ready; nullopt if the library does not record that.
  Result<std::optional<std::uint32_t>> ready(const RequestView &view) const;

  const Attachment &process_;
  Handles &handles_;
  bool scanned_ = false;
  // The first error in reading the requests.
  std::optional<Error> problem_;
  std::vector<Address> live_;
  // The number of sends in `live_`, which come first.
  std::size_t sends_ = 0;
  // The items of both pools, in use or not, in ascending order.
  std::vector<Address> items_;
  // The requests of the point-to-point layer that introduce two sides to each other.
  std::unordered_set<Address> introductions_;
  // The communicators of the requests in `live_`, with the same indices.
  std::vector<Address> communicators_;
  // The result of making(), once it is known.
  std::optional<RequestParts> making_;
};

}  // namespace mpidbg::model::openmpi
