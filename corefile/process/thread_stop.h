#pragma once
// Holds all threads of a process still, without a signal that the process could see.
//
// PTRACE_SEIZE and PTRACE_INTERRUPT: a process stopped by job control stays so afterwards, signals that arrive
// meanwhile are delivered afterwards, and the kernel lets the threads go if the holder dies. All calls must come from
// one thread.
//
// A thread in a system call that cannot be interrupted stops only when that call is over, one that could run only when
// it gets a processor, and only a stopped thread can be let go. Those for which the time is up are kept in mind, and
// let go as soon as one of these calls finds them stopped.

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include "corefile/base.h"
#include "corefile/process/unwinder.h"

namespace corefile {

class ThreadStop {
 public:
  // How long to wait for threads that do not answer.
  struct Patience {
    std::chrono::milliseconds to_stop{5000};
    std::chrono::milliseconds to_let_go{1000};  // on the way out, if a thread has not stopped
  };

  // Errors: no permission, or another tracer (ErrorCode::unavailable); a thread that does not stop in time. Then none
  // is held, but for those that have not stopped even then, which are let go later.
  static Result<ThreadStop> hold(pid_t pid, Patience patience);
  static Result<ThreadStop> hold(pid_t pid) { return hold(pid, Patience()); }

  // Tries to let go of threads for which the time was up earlier, of any process; how many are left. hold() does this
  // as well.
  static std::size_t let_go_of_late_threads();

  ThreadStop(ThreadStop &&other) noexcept
      : pid_(other.pid_), patience_(other.patience_), held_(std::exchange(other.held_, {})) {}
  ThreadStop &operator=(ThreadStop &&) = delete;
  ~ThreadStop();  // lets them go on

  // The main thread first, then by number; threads that have ended meanwhile are left out.
  std::vector<ThreadRegisters> registers(const Machine &machine) const;

 private:
  struct Held {
    pid_t pid, tid;
    int signal = 0;        // one that was about to be delivered
    bool stopped = false;  // else it has been asked to and has not answered yet
  };

  ThreadStop(pid_t pid, Patience patience) : pid_(pid), patience_(patience) {}

  Result<bool> seize_new_threads(bool main_too);
  Status await_all();
  static bool has_stopped_or_ended(Held &held);
  static void let_go(const std::vector<Held> &stopped);
  static std::vector<Held> &late();

  pid_t pid_;
  Patience patience_;
  std::vector<Held> held_;
};

}  // namespace corefile
