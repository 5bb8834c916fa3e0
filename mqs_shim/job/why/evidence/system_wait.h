#pragma once
// Whether a thread is blocked by the system: a file server that does not answer, a pipe, a lock, another thread.

#include "mqs_shim/records/thread.h"

namespace mqs_shim::why {

// In a function of the system that the MPI library called, and that it does not wait for messages in, or for the other
// ranks in MPI_Init and MPI_Finalize. Of a core file, where the kernel's state is not known, only in functions that an
// MPI library calls for files and processes alone.
bool is_blocked_in_library(const ThreadRecord &thread);

// The same of a thread outside of MPI. Not in those that end by themselves, as sleep(): then it runs.
bool is_blocked_outside(const ThreadRecord &thread);

// Outside of MPI, until another thread of its process has it go on: in a barrier of OpenMP, a lock, a join. Not in
// sem_wait(), as handlers of signals may post semaphores, nor in syscall(), for what they may do with a futex.
bool sleeps_outside(const ThreadRecord &thread);

// One that the C library has started for itself, which calls functions of the program when something happens: a timer
// expires (timer_create() with SIGEV_THREAD), a read or write is done (aio_read()), a message is there (mq_notify()).
bool is_of_c_library(const ThreadRecord &thread);

}  // namespace mqs_shim::why
