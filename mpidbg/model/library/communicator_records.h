#pragma once
// CommunicatorRecords reads the communicators of a process. It is an interface of its own because both the library's
// memory and the recorder can describe communicators, and queues are listed by communicator.

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/part.h"

namespace mpidbg::model {

class CommunicatorRecords {
 public:
  static constexpr Part part = Part::communicators;

  virtual ~CommunicatorRecords() = default;

  // Reads all members of one communicator. Errors: not_found if the handle does not name a live communicator.
  virtual Result<Communicator> communicator(Handle handle) = 0;
  // Reads only the members that lists and queues show: name, context id, rank, groups and kind. Other members may keep
  // their default values. Errors: those of communicator().
  virtual Result<Communicator> outline(Handle handle) { return communicator(handle); }
};

}  // namespace mpidbg::model
