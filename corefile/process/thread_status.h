#pragma once
// What the kernel says a thread or process of this machine is doing, from /proc.

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace corefile {

enum class KernelState : std::uint8_t {
  unknown,          // a core file, or not readable
  running,          // on a processor, or ready for one
  sleeping,         // in a system call that signals interrupt
  uninterruptible,  // in a system call that they do not: a disk, a file server
  stopped,          // by a signal: SIGSTOP, SIGTSTP, ...
  traced,           // held by a debugger
  zombie,           // ended; its parent has not taken notice
  gone,             // no such process or thread
  crashed           // in a core file: ended by a signal that it brought about itself
};

struct ThreadStatus {
  pid_t tid = 0;
  std::string name;  // empty if it is not known
  KernelState state = KernelState::unknown;
};

// State of the main thread or, if that has called pthread_exit(), of another thread that still exists.
KernelState kernel_state(pid_t pid);

// All threads, in no order. A process that is held by this program shows as traced: ask before.
std::vector<ThreadStatus> thread_statuses(pid_t pid);

}  // namespace corefile
