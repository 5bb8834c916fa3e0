#pragma once
// Stacks of threads, as corefile reads them, to records.

#include <vector>

#include "corefile/mpi/mpi_stack.h"
#include "corefile/process/thread_status.h"
#include "mqs_shim/records/thread.h"

namespace mqs_shim {

ThreadRecord to_record(corefile::MpiStack stack);

KernelState to_record(corefile::KernelState state);

// Adds names and states to the threads that have the same tid.
void add_statuses(std::vector<ThreadRecord> &threads, const std::vector<corefile::ThreadStatus> &statuses);

}  // namespace mqs_shim
