#pragma once
// Checks a process topology against the size of its communicator, to detect damaged memory.

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/communicator.h"

namespace mpidbg::model {

// Succeeds if a Cartesian topology has as many places as `processes` and the coordinates of this process are among
// them, and if neighbours in a graph are ranks below `processes`. Errors: corrupt, naming the value that is wrong.
Status check_topology(const Communicator &communicator, std::int64_t processes);

}  // namespace mpidbg::model
