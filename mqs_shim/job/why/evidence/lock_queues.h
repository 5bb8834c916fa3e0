#pragma once
// Locks of windows that a process waits for, where only their target knows that: it queues those who ask.

#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// A thread in MPI_Win_lock or MPI_Win_lock_all that a queue names waits for that lock: adds the lock to its window, and
// says so in the thread's conditions. Of several locks in the queues it is not known which one MPI_Win_lock waits for:
// nothing is added.
void add_queued_locks(std::vector<Evidence> &evidence);

}  // namespace mqs_shim::why
