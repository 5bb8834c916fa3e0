#pragma once
// Checks a process topology against the size of its communicator, to detect damaged memory.

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/communicator.h"

namespace mpidbg::model {

// Checks the topology of a communicator with this number of processes. A Cartesian topology must have as many places,
// and the coordinates of this process must be among them. Neighbours in a graph must be ranks below `processes`.
// Errors: corrupt, naming the value that is wrong.
Status check_topology(const Communicator &communicator, std::int64_t processes);

}  // namespace mpidbg::model
