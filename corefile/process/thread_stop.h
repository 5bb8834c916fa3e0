#pragma once
// Holds all threads of a process still, without a signal that the process could see.
//
// PTRACE_SEIZE and PTRACE_INTERRUPT: a process stopped by job control stays so afterwards, signals that arrive
// meanwhile are delivered afterwards, and the kernel lets the threads go if the holder dies. All calls must come from
// one thread.

#include <sys/types.h>

#include <vector>

#include "corefile/base.h"
#include "corefile/process/unwinder.h"

namespace corefile {

class ThreadStop {
 public:
  // Errors: no permission, a thread that does not stop within five seconds (then none is held).
  static Result<ThreadStop> hold(pid_t pid);

  ThreadStop(ThreadStop &&other) noexcept : pid_(other.pid_), held_(std::move(other.held_)) { other.held_.clear(); }
  ThreadStop &operator=(ThreadStop &&) = delete;
  ~ThreadStop();  // lets them go on

  // The main thread first, then by number; threads that have ended meanwhile are left out.
  std::vector<ThreadRegisters> registers() const;

 private:
  struct Held {
    pid_t tid;
    int signal = 0;        // one that was about to be delivered
    bool stopped = false;  // else it has been asked to and has not answered yet
  };

  explicit ThreadStop(pid_t pid) : pid_(pid) {}

  Result<bool> seize_new_threads(bool main_too);
  Status await_all();

  pid_t pid_;
  std::vector<Held> held_;
};

}  // namespace corefile
