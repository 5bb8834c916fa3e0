#pragma once
// Reads requests of the point-to-point layer ob1, and converts them to operations.

#include "mpidbg/model/openmpi/p2p/queues_ob1.h"

namespace mpidbg::model::openmpi {

class Ob1Requests {
 public:
  // `peers` are the members of the peers' group: the rank of a peer is an index into them.
  Ob1Requests(const Ob1Context &context, const Communicator &communicator,
              std::shared_ptr<const std::vector<ProcessName>> peers)
      : context_(context), communicator_(communicator), peers_(std::move(peers)) {}

  // The error of a damaged value that is omitted from the operation; nullopt if all values are sound.
  using Fault = std::optional<Error>;

  // Fills in `operation` from the request. Errors: those of reading.
  Result<Fault> read(Address request, Queue queue, Operation &operation);

  // Reads a receive from a list of posted receives. `peer` is the rank of the list's peer; empty for the list of
  // receives from any source. Errors: corrupt if the request is not a receive of that list.
  Result<Fault> read_posted(Address request, std::optional<int> peer, Operation &operation);

 private:
  using RequestView = View<layout::openmpi::PmlRequestLayout>;

  // Fills in an operation from a request. Errors: corrupt for an unknown type or a peer that is not in the group.
  Result<Fault> fill(const RequestView &view, Queue queue, Operation &operation);
  // Fills in the members that only sends have: the mode, the size, and how many bytes were delivered.
  Status fill_send(const RequestView &view, Operation &operation);
  // Fills in the members that only receives and probes have. The source and tag of a receive that has matched are those
  // of the message.
  Status fill_receive(const RequestView &view, Operation &operation);
  // Fills in datatype, count and bytes. If the datatype cannot be read, these stay unknown and the error is returned.
  Fault fill_datatype(const RequestView &view, Operation &operation);
  // Fills in the peer from a rank, which may be MPI_ANY_SOURCE. Errors: corrupt if the group does not have the rank.
  Status fill_peer(std::int32_t rank, Operation &operation);

  const Ob1Context context_;
  const Communicator communicator_;
  std::shared_ptr<const std::vector<ProcessName>> peers_;
};

}  // namespace mpidbg::model::openmpi
