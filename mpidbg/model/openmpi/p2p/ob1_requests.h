#pragma once
// One request of ob1 as an operation.

#include "mpidbg/model/openmpi/p2p/queues_ob1.h"

namespace mpidbg::model::openmpi {

class Ob1Requests {
 public:
  // `peers` are the members of the group that the communicator's ranks of peers count in.
  Ob1Requests(const Ob1Context &context, const Communicator &communicator,
              std::shared_ptr<const std::vector<ProcessName>> peers)
      : context_(context), communicator_(communicator), peers_(std::move(peers)) {}

  // A value that is damaged, and left out of the operation; nothing if all are sound.
  using Fault = std::optional<Error>;

  // Fills `operation`.
  Result<Fault> read(Address request, Queue queue, Operation &operation);

  // The same of a receive in a list of posted ones, which is that of a peer or of any. Errors: corrupt if it is not
  // one.
  Result<Fault> read_posted(Address request, std::optional<int> peer, Operation &operation);

 private:
  using RequestView = View<layout::openmpi::PmlRequestLayout>;

  Result<Fault> fill(const RequestView &view, Queue queue, Operation &operation);
  Status fill_send(const RequestView &view, Operation &operation);
  Status fill_receive(const RequestView &view, Operation &operation);
  Fault fill_datatype(const RequestView &view, Operation &operation);
  Status fill_peer(std::int32_t rank, Operation &operation);

  const Ob1Context context_;
  const Communicator communicator_;
  std::shared_ptr<const std::vector<ProcessName>> peers_;
};

}  // namespace mpidbg::model::openmpi
