#pragma once
// Determines whether a thread is blocked by the operating system: by a file server that does not answer, a pipe, a
// lock, or another thread.

#include "mqs_shim/records/thread.h"

namespace mqs_shim::why {

// Returns true if the thread is blocked in a system function that the MPI library called. Waiting for messages, or for
// other ranks in MPI_Init and MPI_Finalize, does not count. A core file does not contain the kernel's state of a
// thread; for a core file, the result is true only for functions that an MPI library uses for files and processes
// alone.
bool is_blocked_in_library(const ThreadRecord &thread);

// Returns true if a thread outside of MPI is blocked in a system function. Functions that end by themselves, such as
// sleep(), do not count: a thread in one of them counts as running.
bool is_blocked_outside(const ThreadRecord &thread);

// Returns true if a thread outside of MPI can continue only when another thread of its process wakes it, such as in an
// OpenMP barrier, at a lock or in a join. Returns false in sem_wait(), because signal handlers may post semaphores, and
// in syscall(), because it is not known what the futex is used for.
bool sleeps_outside(const ThreadRecord &thread);

// Returns true for threads that the C library creates to call functions of the program. It does so when a timer expires
// (timer_create() with SIGEV_THREAD), a read or write completes (aio_read()), or a message arrives (mq_notify()).
bool is_of_c_library(const ThreadRecord &thread);

}  // namespace mqs_shim::why
