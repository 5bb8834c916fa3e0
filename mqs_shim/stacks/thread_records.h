#pragma once
// Stacks of threads become records.

#include <vector>

#include "mqs_shim/records/thread.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

ThreadRecord to_record(MpiStack stack);

// Adds names and states to the threads that have the same tid.
void add_statuses(std::vector<ThreadRecord> &threads, const std::vector<ThreadStatus> &statuses);

}  // namespace mqs_shim
