#pragma once
// Checks a process topology against the size of its communicator, to detect damaged memory.

#include "mpidbg/base/result.h"
#include "mpidbg/model/objects/communicator.h"

namespace mpidbg::model {

// A Cartesian topology has one place for each of the `processes` and this process at one of them; neighbours in a graph
// are ranks. Errors: corrupt, naming what is not.
Status check_topology(const Communicator &communicator, std::int64_t processes);

}  // namespace mpidbg::model
