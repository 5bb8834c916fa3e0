#pragma once
// What the record of a process adds to its evidence.

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

// Numbers of collectives, arguments of calls, the last calls, and counters that show whether the process goes on. Calls
// in progress that the stacks do not show as well are left out.
void add_recorded(const ProcessReport &report, Evidence &evidence);

// The value of an argument in a call as text: of "comm" in "MPI_Barrier(comm=MPI_COMM_WORLD)" "MPI_COMM_WORLD". Empty
// if the call has none of this name.
std::string argument_of(const std::string &call, const std::string &name);

}  // namespace mqs_shim::why
