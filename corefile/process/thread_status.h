#pragma once
// Reads from /proc what the kernel reports about threads and processes of this machine.

#include <sys/types.h>

#include <vector>

#include "mqs_shim/records/thread.h"

namespace corefile {

using mqs_shim::KernelState;
using mqs_shim::ThreadStatus;

// Returns the state of the main thread or, if that has called pthread_exit(), of another thread that still exists.
KernelState kernel_state(pid_t pid);

// Returns all threads in any order. A process held by this program shows as traced, so call this before holding it.
std::vector<ThreadStatus> thread_statuses(pid_t pid);

}  // namespace corefile
