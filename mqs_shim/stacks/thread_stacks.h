#pragma once
// What the stacks of a process say about its operations: which thread waits for a request, and in which MPI call.

#include <vector>

#include "mqs_shim/records/records.h"

namespace mqs_shim {

// Sets report.threads, and waiting_call of the operations that threads wait for in blocking calls. Which these are is
// known where the library says who waits (`waiter` is on a thread's stack). Where it does not (a process with a single
// thread waits without leaving a trace in the request), it is those whose request, or the probe's record, the function
// that waits has at hand: in registers, else on its part of the stack. A call that waits for one operation gets the one
// that was posted last, marked as inferred if there were others; what a neighborhood collective waits for is internal.
// Operations whose request is on a stack below its frames are taken away: their calls have returned. A main thread
// whose stack ends before it reaches the program is marked as lost, and the report has a warning.
void attach_threads(ProcessReport &report, std::vector<ThreadRecord> threads);

}  // namespace mqs_shim
