#pragma once
// Adds facts that the recorder has noted about a process to its evidence.

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

// Adds numbers of collectives, arguments of calls, the last calls, and counters that change when the process makes
// progress. Skips recorded calls in progress that are not on the stacks.
void add_recorded(const ProcessReport &report, Evidence &evidence);

// Returns the value of an argument in the text of a call: "MPI_COMM_WORLD" for the argument "comm" of
// "MPI_Barrier(comm=MPI_COMM_WORLD)". Returns an empty string if the call has no such argument.
std::string argument_of(const std::string &call, const std::string &name);

}  // namespace mqs_shim::why
