#pragma once
// Checks a process topology against the size of its communicator, to detect damaged memory.

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/communicator.h"

namespace mpidbg::model {

// A Cartesian topology must have one place for each of the `processes` and have this process at one of them; neighbours
// in a graph must be ranks. Errors: corrupt, naming the value that is wrong.
Status check_topology(const Communicator &communicator, std::int64_t processes);

}  // namespace mpidbg::model
