#pragma once
// What the stacks of a process say about its operations: which thread waits for a request, and in which MPI call.

#include <vector>

#include "corefile/process.h"
#include "mqs_shim/records.h"

namespace mqs_shim {

// Sets report.blocked_in, and waiting_call of every operation whose `waiter` lies on the stack of one of the threads.
void attach_stacks(ProcessReport &report, const std::vector<corefile::ThreadStack> &stacks);

}  // namespace mqs_shim
