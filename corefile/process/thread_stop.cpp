#include "corefile/process/thread_stop.h"

#include <elf.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "corefile/process/proc_files.h"

namespace corefile {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto longest_wait = std::chrono::seconds(5);
// Most threads stop within microseconds, less than it takes to go to sleep and wake up.
constexpr auto yielding_wait = std::chrono::microseconds(100);
// A thread stops only when it gets a processor: on a loaded machine that takes milliseconds, to be left to it.
constexpr auto first_nap = std::chrono::microseconds(50), longest_nap = std::chrono::microseconds(400);

bool has_ended(pid_t pid, pid_t tid) {
  const auto status = read_proc_file(proc_path(pid, "task/" + std::to_string(tid) + "/status"));
  if (!status) return true;
  const std::string_view state = status_field(*status, "State");
  return state.starts_with('Z') || state.starts_with('X');
}

bool is_own_child(pid_t pid) {
  const auto status = read_proc_file(proc_path(pid, "status"));
  return status && status_number(*status, "PPid") == ::getpid();
}

}  // namespace

Result<ThreadStop> ThreadStop::hold(pid_t pid) {
  ThreadStop stop(pid);
  // A thread that is not held yet may start others. The main thread, which is the one that computes, is stopped last.
  for (const bool main_too : {false, true}) {
    for (;;) {
      MPIDBG_ASSIGN(any_new, stop.seize_new_threads(main_too));
      if (!any_new) break;
      MPIDBG_TRY(stop.await_all());
    }
  }
  if (stop.held_.empty()) return Error{ErrorCode::not_found, "process " + std::to_string(pid) + " has ended"};
  std::sort(stop.held_.begin(), stop.held_.end(), [pid](const Held &a, const Held &b) {
    return std::pair(a.tid != pid, a.tid) < std::pair(b.tid != pid, b.tid);
  });
  return stop;
}

Result<bool> ThreadStop::seize_new_threads(bool main_too) {
  bool any_new = false;
  for (const pid_t tid : numbers_in(proc_path(pid_, "task"))) {
    if (tid == pid_ && !main_too) continue;
    const bool is_known = std::any_of(held_.begin(), held_.end(), [tid](const Held &held) { return held.tid == tid; });
    if (is_known) continue;
    if (::ptrace(PTRACE_SEIZE, tid, nullptr, nullptr) != 0) {
      const int reason = errno;
      if (reason == ESRCH || has_ended(pid_, tid)) continue;
      return Error{ErrorCode::system, "cannot stop thread " + std::to_string(tid) + " of process " +
                                          std::to_string(pid_) + ": " + std::strerror(reason)};
    }
    ::ptrace(PTRACE_INTERRUPT, tid, nullptr, nullptr);
    held_.push_back({tid});
    any_new = true;
  }
  return any_new;
}

Status ThreadStop::await_all() {
  const auto start = Clock::now();
  auto nap = first_nap;
  for (auto held = held_.begin(); held != held_.end();) {
    if (held->stopped) {
      ++held;
      continue;
    }
    int status = 0;
    const pid_t answer = ::waitpid(held->tid, &status, __WALL | WNOHANG);
    if (answer == held->tid && WIFSTOPPED(status)) {
      const bool is_ours = status >> 16 == PTRACE_EVENT_STOP;
      held->signal = is_ours ? 0 : WSTOPSIG(status);
      held->stopped = true;
    } else if (answer != 0) {
      held = held_.erase(held);  // ended
    } else if (const auto waited = Clock::now() - start; waited > longest_wait) {
      return Error{ErrorCode::system, "thread " + std::to_string(held->tid) + " of process " + std::to_string(pid_) +
                                          " does not stop: it is in a system call that cannot be interrupted"};
    } else if (waited < yielding_wait) {
      ::sched_yield();
    } else {
      std::this_thread::sleep_for(nap);
      nap = std::min(2 * nap, longest_nap);
    }
  }
  return {};
}

ThreadStop::~ThreadStop() {
  std::vector<pid_t> killed;
  for (const Held &held : held_) {  // the main thread first
    const auto signal = static_cast<std::intptr_t>(held.signal);
    if (::ptrace(PTRACE_DETACH, held.tid, nullptr, reinterpret_cast<void *>(signal)) != 0) killed.push_back(held.tid);
  }
  // One that was killed meanwhile stays a zombie for its parent until its tracer has seen it; a main thread ends after
  // all others.
  for (auto tid = killed.rbegin(); tid != killed.rend(); ++tid) {
    if (*tid != pid_ || !is_own_child(pid_)) ::waitpid(*tid, nullptr, __WALL | WNOHANG);
  }
}

std::vector<ThreadRegisters> ThreadStop::registers() const {
  std::vector<ThreadRegisters> all;
  for (const Held &held : held_) {
    user_regs_struct registers;
    iovec place = {&registers, sizeof registers};
    if (::ptrace(PTRACE_GETREGSET, held.tid, NT_PRSTATUS, &place) != 0 || place.iov_len != sizeof registers) continue;
    all.push_back(thread_registers(held.tid, registers));
  }
  return all;
}

}  // namespace corefile
