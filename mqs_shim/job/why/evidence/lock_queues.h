#pragma once
// Adds window locks that a process waits for and that only the target process knows, because the target queues the
// requests.

#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// For each thread in MPI_Win_lock or MPI_Win_lock_all whose process is in the queue of a lock, adds the lock to the
// window of that process and a condition to the thread. Adds nothing if the process is in several queues, as it is not
// known which lock MPI_Win_lock waits for.
void add_queued_locks(std::vector<Evidence> &evidence);

}  // namespace mqs_shim::why
