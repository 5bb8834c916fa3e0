#pragma once
// The pending point-to-point operations of a process, queue by queue.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/library/part.h"
#include "mpidbg/model/objects/channel.h"
#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/progress.h"
#include "mpidbg/model/objects/visibility.h"

namespace mpidbg::model {

// Delivers the operations of one queue that can be read, one after the other.
class OperationCursor {
 public:
  virtual ~OperationCursor() = default;
  // Fills `operation` and returns true; false at its end, or an error there if some operations could not be read.
  virtual Result<bool> next(Operation &operation) = 0;
};

struct Probe {
  Handle communicator{};
  Operation operation;
};

class Queues {
 public:
  static constexpr Part part = Part::queues;

  virtual ~Queues() = default;

  // The library's point-to-point layer: "ob1"; empty: not known.
  virtual std::string layer() const = 0;

  virtual Visibility visibility(Queue queue) const = 0;
  // The operations of a queue; Queue::unclaimed takes no communicator. Errors: not_supported with the problem.
  virtual Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) = 0;

  // Context ids of pending operations whose communicators this process does not have (any more), in ascending order:
  // those on which it has requests itself, and, with `of_messages`, those of Queue::unclaimed. Such a context has
  // queues as well: operations() takes a communicator without a handle, with the context id.
  virtual Result<std::vector<std::uint64_t>> contexts_without_communicator([[maybe_unused]] bool of_messages) {
    return std::vector<std::uint64_t>();
  }

  // The layer keeps only a part of what calls were given: no datatypes where their data has no gaps, nothing of probes.
  virtual bool lacks_arguments() const { return false; }

  // How many messages were exchanged on the communicator, peer by peer; peers without any are left out. Errors:
  // not_supported where the layer does not count.
  virtual Result<std::vector<Channel>> channels(const Communicator & /*communicator*/) {
    return Error{ErrorCode::not_supported, "the point-to-point layer does not count messages"};
  }

  // What a thread in MPI_Probe or MPI_Mprobe asks for, from the words that the function that waits has at hand. Errors:
  // not_found if they fit no probe, or more than one; not_supported where words do not say it.
  virtual Result<Probe> probe(std::span<const Address> /*words*/) {
    return Error{ErrorCode::not_supported, "what a probe asks for is not visible"};
  }

  // For a layer that does not count them. Errors: not_supported.
  virtual Result<Progress> progress() {
    return Error{ErrorCode::not_supported, "the point-to-point layer has no counters of progress"};
  }
};

}  // namespace mpidbg::model
