#include "corefile/process/thread_stop.h"

#include <elf.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iterator>
#include <thread>

#include "corefile/process/proc_files.h"

namespace corefile {

namespace {

using Clock = std::chrono::steady_clock;
// How long to yield instead of sleeping. Most threads stop within microseconds; sleeping and waking up would take
// longer.
constexpr auto yielding_wait = std::chrono::microseconds(100);
// After yielding_wait, we sleep: a thread stops only when it gets a processor. On a loaded machine this can take
// milliseconds, and we must not occupy that processor.
constexpr auto first_nap = std::chrono::microseconds(50), longest_nap = std::chrono::microseconds(400);

// Waits for threads in short steps, and measures the time since its construction.
class Naps {
 public:
  Clock::duration waited() const { return Clock::now() - start_; }
  void nap() {
    if (waited() < yielding_wait) {
      ::sched_yield();
      return;
    }
    std::this_thread::sleep_for(next_);
    next_ = std::min(2 * next_, longest_nap);
  }

 private:
  Clock::time_point start_ = Clock::now();
  std::chrono::microseconds next_ = first_nap;
};

// Returns the kernel's letter for the state: X if the thread does not exist, ? if its state cannot be read.
char state_of(pid_t pid, pid_t tid) {
  const auto status = read_proc_file(proc_path(pid, "task/" + std::to_string(tid) + "/status"));
  if (!status && status.error().code != ErrorCode::not_found) return '?';
  const std::string_view state = status ? status_field(*status, "State") : std::string_view();
  return state.empty() ? 'X' : state.front();
}

bool has_ended(pid_t pid, pid_t tid) {
  const char state = state_of(pid, tid);
  return state == 'Z' || state == 'X';
}

std::string why_it_does_not_stop(pid_t pid, pid_t tid) {
  switch (const char state = state_of(pid, tid)) {
    case 'D':
      return "it is in a system call that cannot be interrupted";
    case 'R':
      return "it could run, but gets no processor";
    default:
      return std::string("its state is ") + state;
  }
}

bool is_own_child(pid_t pid) {
  const auto status = read_proc_file(proc_path(pid, "status"));
  return status && status_number(*status, "PPid") == ::getpid();
}

}  // namespace

std::vector<ThreadRegisters> registers_of_traced(const std::vector<pid_t> &threads, const Machine &machine) {
  std::vector<ThreadRegisters> all;
  for (const pid_t tid : threads) {
    std::array<std::byte, 512> set;  // large enough for the registers of every machine
    iovec place = {set.data(), set.size()};
    if (::ptrace(PTRACE_GETREGSET, tid, NT_PRSTATUS, &place) != 0) continue;
    if (auto registers = machine.thread_registers(tid, Bytes(set).first(place.iov_len)))
      all.push_back(std::move(*registers));
  }
  return all;
}

Result<ThreadStop> ThreadStop::hold(pid_t pid, Patience patience) {
  let_go_of_late_threads();
  ThreadStop stop(pid, patience);
  // The threads are listed again until no new ones appear, because a thread that is not held yet may start others. The
  // main thread, which usually computes, is stopped last.
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
  MPIDBG_ASSIGN(threads, list_numbers(proc_path(pid_, "task")));
  for (const pid_t tid : threads) {
    if (tid == pid_ && !main_too) continue;
    const bool is_known = std::any_of(held_.begin(), held_.end(), [tid](const Held &held) { return held.tid == tid; });
    if (is_known) continue;
    if (::ptrace(PTRACE_SEIZE, tid, nullptr, nullptr) != 0) {
      const int reason = errno;
      if (reason == ESRCH || has_ended(pid_, tid)) continue;
      return Error{reason == EPERM ? ErrorCode::unavailable : ErrorCode::system,
                   "cannot stop thread " + std::to_string(tid) + " of process " + std::to_string(pid_) + ": " +
                       std::strerror(reason)};
    }
    ::ptrace(PTRACE_INTERRUPT, tid, nullptr, nullptr);
    held_.push_back({pid_, tid});
    any_new = true;
  }
  return any_new;
}

// If the thread has stopped, sets `held.stopped` and `held.signal`; if it has ended, sets `held.tid` to 0.
bool ThreadStop::has_stopped_or_ended(Held &held) {
  int status = 0;
  const pid_t answer = ::waitpid(held.tid, &status, __WALL | WNOHANG);
  if (answer == 0) return false;
  if (answer == held.tid && WIFSTOPPED(status)) {
    const bool is_ours = status >> 16 == PTRACE_EVENT_STOP;
    held.signal = is_ours ? 0 : WSTOPSIG(status);
    held.stopped = true;
  } else {
    held.tid = 0;
  }
  return true;
}

Status ThreadStop::await_all() {
  Naps naps;
  for (auto held = held_.begin(); held != held_.end();) {
    if (held->stopped || has_stopped_or_ended(*held)) {
      held = held->tid == 0 ? held_.erase(held) : std::next(held);
    } else if (naps.waited() >= patience_.to_stop) {
      return Error{ErrorCode::system, "thread " + std::to_string(held->tid) + " of process " + std::to_string(pid_) +
                                          " does not stop: " + why_it_does_not_stop(pid_, held->tid)};
    } else {
      naps.nap();
    }
  }
  return {};
}

void ThreadStop::let_go(const std::vector<Held> &stopped) {
  std::vector<Held> killed;
  for (const Held &held : stopped) {  // the main thread first
    const auto signal = static_cast<std::intptr_t>(held.signal);
    if (::ptrace(PTRACE_DETACH, held.tid, nullptr, reinterpret_cast<void *>(signal)) != 0) killed.push_back(held);
  }
  // A thread that was killed meanwhile stays a zombie for its parent until its tracer has waited for it. A main thread
  // ends after all others.
  for (auto held = killed.rbegin(); held != killed.rend(); ++held) {
    if (held->tid != held->pid || !is_own_child(held->pid)) ::waitpid(held->tid, nullptr, __WALL | WNOHANG);
  }
}

// The list is thread-local, because only the thread that asked other threads to stop can release them.
std::vector<ThreadStop::Held> &ThreadStop::late() {
  static thread_local std::vector<Held> threads;
  return threads;
}

std::size_t ThreadStop::let_go_of_late_threads() {
  std::vector<Held> stopped, waiting;
  for (Held &held : late()) {
    const bool answered = has_stopped_or_ended(held);
    if (held.tid != 0) (answered ? stopped : waiting).push_back(held);
  }
  let_go(stopped);
  late() = std::move(waiting);
  return late().size();
}

ThreadStop::~ThreadStop() {
  const auto first_late =
      std::stable_partition(held_.begin(), held_.end(), [](const Held &held) { return held.stopped; });
  const bool any_late = first_late != held_.end();
  late().insert(late().end(), first_late, held_.end());
  held_.erase(first_late, held_.end());
  let_go(held_);
  Naps naps;
  while (any_late && let_go_of_late_threads() != 0 && naps.waited() < patience_.to_let_go) naps.nap();
}

std::vector<ThreadRegisters> ThreadStop::registers(const Machine &machine) const {
  std::vector<pid_t> threads;
  for (const Held &held : held_) threads.push_back(held.tid);
  return registers_of_traced(threads, machine);
}

}  // namespace corefile
