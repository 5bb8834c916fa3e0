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

  // Fills `operation`; always true.
  Result<bool> read(Address request, Queue queue, Operation &operation);

  // Fills `operation` if the receive was matched and its data is still arriving; false if it is posted (and thus in a
  // list of its own).
  Result<bool> read_if_matched(Address request, Operation &operation);

 private:
  using RequestView = View<layout::openmpi::PmlRequestLayout>;

  Status fill(const RequestView &view, Queue queue, Operation &operation);
  Status fill_send(const RequestView &view, Operation &operation);
  Status fill_receive(const RequestView &view, Operation &operation);
  Status fill_datatype(const RequestView &view, Operation &operation);
  Status fill_peer(std::int32_t rank, Operation &operation);

  const Ob1Context context_;
  const Communicator communicator_;
  std::shared_ptr<const std::vector<ProcessName>> peers_;
};

}  // namespace mpidbg::model::openmpi
