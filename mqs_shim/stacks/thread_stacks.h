#pragma once
// Combines the stacks of a process with its pending operations: finds out in which MPI call each thread is and for
// which request it waits.

#include <vector>

#include "mqs_shim/records/records.h"

namespace mqs_shim {

// Stores the threads in report.threads, and sets waiting_call of each operation that a thread waits for in a blocking
// call.
//
// The waiting thread is known if the library stores who waits for a request (`waiter` is on a thread's stack). A
// process with a single thread may wait without leaving a trace in the request. In that case the waiting thread is the
// one whose waiting function has the address of the request, or of the probe's record, in registers or else in its
// stack frame. For a call that waits for one operation, the operation posted last is chosen; it is marked as inferred
// if there were other candidates. The operations of a neighborhood collective are internal.
//
// Operations whose request is on a stack, but below its frames, are removed, as their calls have returned. If the stack
// of the main thread ends before it reaches the program, the thread is marked as lost and the report gets a warning.
void attach_threads(ProcessReport &report, std::vector<ThreadRecord> threads);

}  // namespace mqs_shim
