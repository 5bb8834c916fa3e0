#pragma once
// Determines what a thread in MPI_Win_start, MPI_Win_wait, MPI_Win_lock or the like waits for.

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/records/thread.h"

namespace mqs_shim::why {

// Fills in the conditions for which `thread` waits. Candidates are windows of the process that have an incomplete epoch
// or lock. If there is exactly one, the wait counts as read. If there are several, those count whose handle is in the
// registers or frame of the waiting function: the thread waits for one of them, and the wait is inferred. If data moves
// by loads and stores, MPI_Win_flush, MPI_Win_unlock and MPI_Win_complete wait for nothing and get no conditions.
// Returns false if it cannot be seen what the thread waits for.
bool find_window_wait(const ThreadRecord &record, const Evidence &evidence, Thread &thread);

// For a thread in MPI_Put or the like: if the library grants locks late, the call may wait for a lock that MPI_Win_lock
// has requested. If a window to which the call refers has such a lock, makes the thread wait for it; the wait is
// inferred.
void find_late_lock(const ThreadRecord &record, const Evidence &evidence, Thread &thread);

}  // namespace mqs_shim::why
