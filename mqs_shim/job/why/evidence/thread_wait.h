#pragma once
// Determines what one thread waits for, from its stack and the pending operations of its process.
//
// A request of Open MPI usually refers to a record on the stack of the waiting thread; in that case the wait is read.
// In a process with a single thread, some requests have no such record. In that case the candidates are the addresses
// in the callee-saved registers and in the stack frame of the waiting function. If exactly one of them is a pending
// request, the wait counts as read. If several are, the thread waits for one of them, and the wait is inferred unless
// the process has no other requests.

#include "mqs_shim/job/why/evidence/pending.h"

namespace mqs_shim::why {

// Fills in what `thread` does and waits for: its activity, its conditions, and all other members that depend on them.
// `thread` must already have its call and site.
void find_wait(const ThreadRecord &record, const ProcessReport &report, const PendingOperations &pending,
               const Evidence &evidence, Thread &thread);

// If the thread is in a callback that a collective runs, stores that collective in Thread::collective.
void find_surrounding_collective(const ThreadRecord &record, const PendingOperations &pending, Thread &thread);

}  // namespace mqs_shim::why
