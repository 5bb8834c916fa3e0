#pragma once
// Adds window locks that a process waits for, if only the target of the lock knows that. Such a target keeps a queue of
// requests.

#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Finds threads in MPI_Win_lock or MPI_Win_lock_all whose process is in the queue of a lock. Adds the lock to the
// process's window, and a condition to the thread. Adds nothing if the process is in several queues, as it is not known
// which lock the thread waits for.
void add_queued_locks(std::vector<Evidence> &evidence);

}  // namespace mqs_shim::why
