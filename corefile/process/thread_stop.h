#pragma once
// Holds all threads of a process still, without a signal that the process could see.
//
// ThreadStop uses PTRACE_SEIZE and PTRACE_INTERRUPT: a process stopped by job control stays stopped afterwards, signals
// that arrive meanwhile are delivered afterwards, and the kernel releases the threads if the holder dies. All calls
// must come from one thread.
//
// A thread in an uninterruptible system call stops only when the call is over, a runnable one only when it gets a
// processor, and only stopped threads can be released. Threads that do not stop in time are remembered, and released
// when a later call of a function of this class finds them stopped.

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include "corefile/base.h"
#include "corefile/process/unwinder.h"

namespace corefile {

// Returns the registers of stopped threads that the calling thread traces, in the order of `threads`. Other threads are
// omitted.
std::vector<ThreadRegisters> registers_of_traced(const std::vector<pid_t> &threads, const Machine &machine);

class ThreadStop {
 public:
  // How long to wait for threads that do not stop.
  struct Patience {
    std::chrono::milliseconds to_stop{5000};
    // The time that releasing may take if some thread has not stopped.
    std::chrono::milliseconds to_let_go{1000};
  };

  // Holds all threads of the process. Errors: no permission; unavailable if another process traces the process; a
  // thread that does not stop in time. After an error no thread is held. Threads that have not stopped by then are
  // released later.
  static Result<ThreadStop> hold(pid_t pid, Patience patience);
  static Result<ThreadStop> hold(pid_t pid) { return hold(pid, Patience()); }

  // Tries to release threads of any process that did not stop in time, and returns how many are left. hold() does the
  // same first.
  static std::size_t let_go_of_late_threads();

  ThreadStop(ThreadStop &&other) noexcept
      : pid_(other.pid_), patience_(other.patience_), held_(std::exchange(other.held_, {})) {}
  ThreadStop &operator=(ThreadStop &&) = delete;
  // Releases the threads that are still held.
  ~ThreadStop();

  // Returns the registers with the main thread first and the others by number. Threads that have ended are omitted.
  std::vector<ThreadRegisters> registers(const Machine &machine) const;

 private:
  // A thread that was asked to stop.
  struct Held {
    pid_t pid, tid;
    // A signal that was about to be delivered to the thread when it stopped; 0 if there was none.
    int signal = 0;
    // True once the thread has stopped as it was asked to.
    bool stopped = false;
  };

  ThreadStop(pid_t pid, Patience patience) : pid_(pid), patience_(patience) {}

  // Asks all threads to stop, except those that were asked before. The main thread is asked only if `main_too` is set.
  // Returns true if any thread was asked. Errors: unavailable without permission or with another tracer; system.
  Result<bool> seize_new_threads(bool main_too);
  // Waits until all threads have stopped or ended. Errors: system, with the reason, if Patience::to_stop is over.
  Status await_all();
  // Returns true if the thread has stopped or ended. Sets `tid` to 0 if it has ended.
  static bool has_stopped_or_ended(Held &held);
  // Releases threads that have stopped, and waits for those that were killed in the meantime.
  static void let_go(const std::vector<Held> &stopped);
  // Returns the threads of all processes that did not stop in time and are still to be released. Each thread of this
  // program has its own list.
  static std::vector<Held> &late();

  pid_t pid_;
  Patience patience_;
  std::vector<Held> held_;
};

}  // namespace corefile
