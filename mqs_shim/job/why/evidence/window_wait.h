#pragma once
// What a thread in MPI_Win_start, MPI_Win_wait, MPI_Win_lock or the like waits for.

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/records/thread.h"

namespace mqs_shim::why {

// The windows of the process whose epoch or lock is not complete are candidates. There is one: that is read. There are
// several: it waits for one of those whose handle the library has at hand, inferred. Where data moves by loads and
// stores MPI_Win_flush, _unlock and _complete wait for nothing: no conditions. False: what it waits for is not visible.
bool find_window_wait(const ThreadRecord &record, const Evidence &evidence, Thread &thread);

}  // namespace mqs_shim::why
