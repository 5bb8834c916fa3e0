#pragma once
// What one thread waits for, from its stack and the pending operations of its process.
//
// Open MPI's requests name the record of who waits for them, which is on the stack of that thread: then the wait is
// read. A process that does not use threads waits for some requests without leaving a trace in them. Then the wait is
// what the function that waits has at hand: the addresses in the registers that its callees preserve and in its own
// part of the stack. One of them is a request: that is read as well. Several are: it waits for one of them, inferred
// unless the process has no others.

#include "mqs_shim/job/why/evidence/pending.h"

namespace mqs_shim::why {

// Fills activity, conditions and all that depends on them; `thread` has call and site already.
void find_wait(const ThreadRecord &record, const ProcessReport &report, const PendingOperations &pending,
               const Evidence &evidence, Thread &thread);

// Fills the collective that a thread is inside of, which runs the program's code.
void find_surrounding_collective(const ThreadRecord &record, const PendingOperations &pending, Thread &thread);

}  // namespace mqs_shim::why
