#pragma once
// Reads from /proc what the kernel reports about threads and processes of this machine.

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace corefile {

// The state of a thread or process.
enum class KernelState : std::uint8_t {
  // A core file, or not readable.
  unknown,
  // On a processor or ready for one.
  running,
  // In a system call that signals interrupt.
  sleeping,
  // In a system call that signals do not interrupt: a disk, a file server.
  uninterruptible,
  // Stopped by a signal: SIGSTOP, SIGTSTP and so on.
  stopped,
  // Held by a debugger.
  traced,
  // Ended, but not waited for by its parent.
  zombie,
  // The process or thread does not exist.
  gone,
  // In a core file: ended by a signal that it caused itself.
  crashed
};

// The status of a thread.
struct ThreadStatus {
  pid_t tid = 0;
  // Empty if unknown.
  std::string name;
  KernelState state = KernelState::unknown;
};

// Returns the state of the main thread or, if that has called pthread_exit(), of another thread that still exists.
KernelState kernel_state(pid_t pid);

// Returns all threads in any order. A process held by this program shows as traced, so call this before holding it.
std::vector<ThreadStatus> thread_statuses(pid_t pid);

}  // namespace corefile
