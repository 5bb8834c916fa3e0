#pragma once
// Requests of MPI_Psend_init and MPI_Precv_init, which 5.0 has first. Source: ompi/mca/part/persist/part_persist.h.
//
// Each partition travels as a persistent message of the point-to-point layer, on a duplicate of MPI_COMM_WORLD. Before,
// the two sides are introduced: MPI_Psend_init sends a message with the program's tag on the program's communicator,
// MPI_Precv_init posts a receive for it there, which is answered on another duplicate. All these requests are the
// library's own.

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
  PartitionedRequests(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  void clear();

  // Whether there may be some.
  bool used();
  // Those that the program has, or that are not complete: sends, then receives. One that contradicts itself is left
  // out.
  const std::vector<Address> &live();
  // Why there may be more of them; nothing if there are not.
  std::optional<Error> problem();
  // Fills what is particular to them; `request` has what all requests have.
  Status read(Address handle, Request &request);
  // Those on a communicator, as operations of one of its queues, and why there may be more of them.
  struct Listed {
    std::vector<Operation> operations;
    std::optional<Error> problem;
  };
  Listed operations(const Communicator &communicator, Queue queue);
  // How many of live() are on the communicator: each holds a reference to it.
  std::size_t on(Address communicator);

  // Whether a request of the point-to-point layer, or one with this buffer, introduces the two sides. Null: not known.
  bool introduces(Address request, Address buffer);
  // The duplicates of MPI_COMM_WORLD, as far as they are there; whether a request makes one of them, or is a part of
  // one that does, and whether requests may do so of which that cannot be seen.
  std::vector<Address> own_communicators();
  bool makes_own_communicator(Address request);
  bool hides_parts();

 private:
  using RequestView = View<PartitionedRequestLayout>;

  struct OwnCommunicators {
    std::vector<Address> handles;
    std::vector<Address> requests;  // that make them
  };

  Result<OwnCommunicators> read_own_communicators() const;
  void scan_once();
  Status scan();
  const RequestParts &making();
  Status scan_pool(const char *symbol, bool is_send);
  Status add(Address request, bool is_send);
  Status check(const RequestView &view, bool is_send) const;
  Status note_introductions(const RequestView &view, bool is_send);
  Status fill_data(const RequestView &view, Request &request) const;
  Result<std::optional<std::uint32_t>> ready(const RequestView &view) const;

  const Attachment &process_;
  Handles &handles_;
  bool scanned_ = false;
  std::optional<Error> problem_;  // the first one
  std::vector<Address> live_;
  std::size_t sends_ = 0;                      // of live_
  std::vector<Address> items_;                 // of both pools, in use or not, in ascending order
  std::unordered_set<Address> introductions_;  // requests of the point-to-point layer
  std::vector<Address> communicators_;         // of live_
  std::optional<RequestParts> making_;         // the requests that make own communicators
};

}  // namespace mpidbg::model::openmpi
