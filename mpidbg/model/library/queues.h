#pragma once
// Point-to-point operations that are pending in a process, queue by queue.

#include <memory>
#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/channel.h"
#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/operation.h"

namespace mpidbg::model {

// Delivers the operations of one queue, one after the other.
class OperationCursor {
 public:
  virtual ~OperationCursor() = default;
  // Fills `operation` and returns true, or false at the end. After an error the cursor is at its end.
  virtual Result<bool> next(Operation &operation) = 0;
};

class Queues {
 public:
  virtual ~Queues() = default;

  // The library's point-to-point layer: "ob1"; empty: not known.
  virtual std::string layer() const = 0;
  // Whether point-to-point requests are listed as handles, with peer, tag and transfer.
  virtual bool shows_requests() const = 0;
  // Whether the tag and payload of a matched message can be read.
  virtual bool shows_message_contents() const = 0;

  // Why a queue cannot be seen, or not completely; empty if it can.
  virtual std::string problem(Queue queue) const = 0;
  // Whether there are operations to deliver all the same.
  virtual bool is_partly_visible(Queue queue) const { return problem(queue).empty(); }
  // The operations of a queue; Queue::unclaimed takes no communicator. Errors: not_supported with the problem.
  virtual Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) = 0;

  // How many messages were exchanged on the communicator, peer by peer; peers without any are left out. Errors:
  // not_supported where the layer does not count.
  virtual Result<std::vector<Channel>> channels(const Communicator & /*communicator*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer does not count messages"};
  }
};

}  // namespace mpidbg::model
