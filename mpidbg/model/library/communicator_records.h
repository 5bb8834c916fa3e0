#pragma once
// Communicators of a process: the one kind of object that both the library's memory and the recorder describe, because
// queues are listed by communicator.

#include "mpidbg/base/result.h"
#include "mpidbg/model/library/part.h"
#include "mpidbg/model/objects/communicator.h"

namespace mpidbg::model {

class CommunicatorRecords {
 public:
  static constexpr Part part = Part::communicators;

  virtual ~CommunicatorRecords() = default;

  // Errors: not_found if there is no live communicator with the handle.
  virtual Result<Communicator> communicator(Handle handle) = 0;
  // Name, context id, rank, groups, and what kind of communicator it is: all that lists and queues show. The other
  // members are as they are by default, unless they come for free.
  virtual Result<Communicator> outline(Handle handle) { return communicator(handle); }
};

}  // namespace mpidbg::model
