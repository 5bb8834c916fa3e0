#pragma once
// Queues lists the pending point-to-point operations of a process, one queue at a time.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/channel.h"
#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/part.h"
#include "mpidbg/model/objects/progress.h"
#include "mpidbg/model/objects/visibility.h"

namespace mpidbg::model {

// Delivers the operations of one queue that can be read, one after the other.
class OperationCursor {
 public:
  virtual ~OperationCursor() = default;
  // Fills in `operation` and returns true. At the end, returns false, or an error if some operations could not be read.
  virtual Result<bool> next(Operation &operation) = 0;
};

// Holds the arguments of a call of MPI_Probe or MPI_Mprobe: the communicator, and source and tag as members of an
// Operation.
struct Probe {
  Handle communicator{};
  Operation operation;
};

class Queues {
 public:
  static constexpr Part part = Part::queues;

  virtual ~Queues() = default;

  // Returns the name of the library's point-to-point layer, such as "ob1"; empty if unknown.
  virtual std::string layer() const = 0;

  // States how completely a queue can be seen, and the reason if parts of it cannot.
  virtual Visibility visibility(Queue queue) const = 0;
  // Starts the iteration over a queue. Queue::unclaimed takes a null communicator. Errors: not_supported with the
  // problem of visibility() if the queue cannot be seen.
  virtual Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) = 0;

  // Returns in ascending order the context ids for which this process has pending operations but no communicator (any
  // more). These are context ids of its own requests and, if `of_messages` is true, of the messages in
  // Queue::unclaimed. To list the queues of such a context, pass operations() a communicator with that context id and
  // without a handle.
  virtual Result<std::vector<std::uint64_t>> contexts_without_communicator([[maybe_unused]] bool of_messages) {
    return std::vector<std::uint64_t>();
  }

  // Returns true if the layer keeps only part of the arguments of calls: nothing about probes, and datatypes only if
  // their data has gaps.
  virtual bool lacks_arguments() const { return false; }

  // Returns how many messages were exchanged on the communicator with each peer. Peers without messages are omitted.
  // Errors: not_supported if the layer does not count messages.
  virtual Result<std::vector<Channel>> channels(const Communicator & /*communicator*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer does not count messages"};
  }

  // Finds the arguments of a thread's MPI_Probe or MPI_Mprobe among `words`. These are the contents of registers and
  // stack in the function in which the thread waits. Errors: not_found if the words fit no probe or more than one;
  // not_supported if the layer's frames do not contain the arguments.
  virtual Result<Probe> probe(std::span<const Address> /*words*/) {
    return Error{ErrorCode::not_supported, "what a probe asks for is not visible"};
  }

  // Returns signs of progress for a layer that does not count messages per peer. Errors: not_supported.
  virtual Result<Progress> progress() {
    return Error{ErrorCode::not_supported, "the point-to-point layer has no counters of progress"};
  }
};

}  // namespace mpidbg::model
