#pragma once
// Converts the stacks of threads to the records that a report contains.

#include <vector>

#include "mqs_shim/records/thread.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// Returns the record of a thread, with its stack but without its name and state in the kernel.
ThreadRecord to_record(MpiStack stack);

// Adds names and states to the records of threads that are in `statuses`; threads are matched by tid.
void add_statuses(std::vector<ThreadRecord> &threads, const std::vector<ThreadStatus> &statuses);

}  // namespace mqs_shim
