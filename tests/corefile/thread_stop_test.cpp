// Holding a process still, and what it has noticed of that afterwards: nothing.

#include "corefile/process/thread_stop.h"

#include <doctest/doctest.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "corefile/process/process.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

[[noreturn]] void wait_to_be_killed() {
  for (;;) ::pause();
}

std::unique_ptr<Process> open(const TargetProcess &target) {
  auto process = open_live_process(target.pid(), {});
  REQUIRE_MESSAGE(process, process.error().message);
  return std::move(*process);
}

bool all_threads_are(pid_t pid, const std::string &state) {
  const auto states = thread_states(pid);
  return std::all_of(states.begin(), states.end(), [&](const std::string &s) { return s == state; });
}

// Another process that does something to the target, says so, and waits to be killed.
class Helper {
 public:
  template <class Action>
  explicit Helper(Action action) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
      const bool done = action();
      const ssize_t written = ::write(ends[1], done ? "y" : "n", 1);
      written == 1 ? wait_to_be_killed() : ::_exit(1);
    }
    ::close(ends[1]);
    char answer = 0;
    CHECK(::read(ends[0], &answer, 1) == 1);
    CHECK(answer == 'y');
    ::close(ends[0]);
  }
  ~Helper() { kill(); }

  pid_t pid() const { return pid_; }
  void kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

 private:
  pid_t pid_ = 0;
};

// A process whose thread is in a system call that no signal and no tracer interrupts: vfork(), until the child ends.
// Then it says "free".
class Uninterruptible {
 public:
  Uninterruptible() {
    REQUIRE(::pipe(gate_) == 0);
    REQUIRE(::pipe(answers_) == 0);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
      char c;
      if (::vfork() == 0) {
        const ssize_t got = ::read(gate_[0], &c, 1);
        ::_exit(got == 1 ? 0 : 1);
      }
      const ssize_t written = ::write(answers_[1], "f", 1);
      written == 1 ? wait_to_be_killed() : ::_exit(1);
    }
    while (status_of(pid_, "State") != "D") {
    }
  }
  ~Uninterruptible() {
    let_run();
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    for (const int end : {gate_[0], gate_[1], answers_[0], answers_[1]}) ::close(end);
  }

  pid_t pid() const { return pid_; }
  void let_run() { CHECK(::write(gate_[1], "g", 1) == 1); }
  bool runs() {
    char answer = 0;
    return ::read(answers_[0], &answer, 1) == 1 && answer == 'f';
  }

 private:
  int gate_[2] = {-1, -1}, answers_[2] = {-1, -1};
  pid_t pid_ = 0;
};

}  // namespace

TEST_CASE("a thread that does not stop in time is let go when it does") {
  using namespace std::chrono_literals;
  Uninterruptible target;
  const std::string number = std::to_string(target.pid());
  const auto failed = ThreadStop::hold(target.pid(), {.to_stop = 0ms, .to_let_go = 0ms});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message == "thread " + number + " of process " + number +
                                      " does not stop: it is in a system call that cannot be interrupted");
  REQUIRE(ThreadStop::let_go_of_late_threads() == 1);
  target.let_run();

  SUBCASE("by itself") {
    while (ThreadStop::let_go_of_late_threads() != 0) {
    }
  }
  SUBCASE("by holding another process") {
    while (status_of(target.pid(), "State") != "t") {
    }
    const TargetProcess other;
    CHECK(ThreadStop::hold(other.pid()));
  }
  REQUIRE(status_of(target.pid(), "TracerPid") == "0");
  CHECK(target.runs());
}

TEST_CASE("a thread that gets no processor is told from one in a system call") {
  using namespace std::chrono_literals;
  // On the processor of the one that asks, which does not leave it meanwhile.
  cpu_set_t all, here;
  REQUIRE(::sched_getaffinity(0, sizeof all, &all) == 0);
  CPU_ZERO(&here);
  CPU_SET(::sched_getcpu(), &here);
  REQUIRE(::sched_setaffinity(0, sizeof here, &here) == 0);
  const pid_t pid = ::fork();
  REQUIRE(pid >= 0);
  if (pid == 0) {
    volatile bool goes_on = true;
    while (goes_on) {
    }
  }
  std::string message;
  while (message.empty()) {
    const auto held = ThreadStop::hold(pid, {.to_stop = 0ms, .to_let_go = 0ms});
    if (!held) message = held.error().message;
  }
  const std::string number = std::to_string(pid);
  CHECK(message ==
        "thread " + number + " of process " + number + " does not stop: it could run, but gets no processor");
  while (ThreadStop::let_go_of_late_threads() != 0) ::sched_yield();
  CHECK(status_of(pid, "TracerPid") == "0");
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
  CHECK(::sched_setaffinity(0, sizeof all, &all) == 0);
}

TEST_CASE("letting go waits for a thread that is about to stop") {
  using namespace std::chrono_literals;
  Uninterruptible target;
  // Let it run as soon as it is asked to stop: its stop comes after the time is up, or just before.
  const pid_t releaser = ::fork();
  REQUIRE(releaser >= 0);
  if (releaser == 0) {
    while (status_of(target.pid(), "TracerPid") == "0") {
    }
    target.let_run();
    ::_exit(0);
  }
  { const auto stop = ThreadStop::hold(target.pid(), {.to_stop = 0ms, .to_let_go = 60000ms}); }
  REQUIRE(status_of(target.pid(), "TracerPid") == "0");
  CHECK(target.runs());
  ::waitpid(releaser, nullptr, 0);
}

TEST_CASE("all threads are held, and run again after resume()") {
  TargetProcess target(TargetProcess::dynamic_program(), 5);
  const auto process = open(target);
  for (int round = 0; round < 3; ++round) {
    REQUIRE(process->stop());
    CHECK(thread_states(target.pid()).size() == 6);
    CHECK(all_threads_are(target.pid(), "t"));
    process->resume();
    CHECK(status_of(target.pid(), "TracerPid") == "0");
    CHECK(target.ping(round) == "pong " + std::to_string(round));
  }
}

TEST_CASE("the destructor resumes") {
  TargetProcess target;
  auto process = open(target);
  REQUIRE(process->stop());
  process.reset();
  CHECK(target.ping(1) == "pong 1");
}

TEST_CASE("a holder that is killed leaves the process running") {
  TargetProcess target(TargetProcess::dynamic_program(), 2);
  Helper holder([&] {
    static std::unique_ptr<Process> process;
    process = open(target);
    return process->stop().ok();
  });
  CHECK(all_threads_are(target.pid(), "t"));
  CHECK(status_of(target.pid(), "TracerPid") == std::to_string(holder.pid()));
  holder.kill();
  CHECK(target.ping(7) == "pong 7");
  CHECK(status_of(target.pid(), "TracerPid") == "0");
}

TEST_CASE("a process stopped by job control stays stopped, and its pending signals come later") {
  TargetProcess target(TargetProcess::dynamic_program(), 1);
  ::kill(target.pid(), SIGSTOP);
  int status = 0;
  REQUIRE(::waitpid(target.pid(), &status, WUNTRACED) == target.pid());
  REQUIRE(WIFSTOPPED(status));
  ::kill(target.pid(), SIGUSR1);

  const auto process = open(target);
  REQUIRE(process->stop());
  process->prepare_stacks();
  CHECK(process->stacks()->size() == 2);
  process->resume();
  // Threads go back into their stop by themselves, each in its own time.
  while (!all_threads_are(target.pid(), "T")) {
  }
  ::kill(target.pid(), SIGCONT);
  CHECK(target.read_line() == "signal");
  CHECK(target.ping(2) == "pong 2");
}

TEST_CASE("signals that arrive around a stop are all delivered") {
  TargetProcess target(TargetProcess::dynamic_program(), 2);
  const auto process = open(target);
  constexpr int rounds = 200;
  for (int i = 0; i < rounds; ++i) {
    ::kill(target.pid(), SIGRTMIN);
    REQUIRE(process->stop());
    ::kill(target.pid(), SIGRTMIN);
    process->resume();
  }
  for (int i = 0; i < 2 * rounds; ++i) REQUIRE(target.read_line() == "signal");
  CHECK(target.ping(3) == "pong 3");
}

TEST_CASE("a process that a debugger holds is read as it is, with a warning") {
  const TargetProcess target;
  const Helper holder([&] {
    return ::ptrace(PTRACE_SEIZE, target.pid(), nullptr, nullptr) == 0 &&
           ::ptrace(PTRACE_INTERRUPT, target.pid(), nullptr, nullptr) == 0 &&
           ::waitpid(target.pid(), nullptr, __WALL) == target.pid();
  });
  const auto process = open(target);
  REQUIRE(process->stop());
  const std::string who = "is being traced by pid " + std::to_string(holder.pid()) + " (corefile_test)";
  REQUIRE(process->warnings().size() == 1);
  CHECK(process->warnings()[0] == process->name() + " " + who + ", which holds it: read without stopping it");
  CHECK(process->stacks().error().message == "stacks of " + process->name() + " cannot be read: it " + who);
  int value = 0;
  CHECK(process->read_up_to(Address(target.fact("target_number")), &value, sizeof value) == sizeof value);
  CHECK(value == 12345);
  process->resume();
  CHECK(status_of(target.pid(), "State") == "t");
}

TEST_CASE("a debugger that has loaded the reader reads the threads that it has stopped itself") {
  const TargetProcess target(TargetProcess::dynamic_program(), 2);
  const auto process = open(target);
  REQUIRE(::ptrace(PTRACE_ATTACH, target.pid(), nullptr, nullptr) == 0);
  REQUIRE(::waitpid(target.pid(), nullptr, __WALL) == target.pid());
  const auto stacks = process->stacks();
  REQUIRE(stacks);
  REQUIRE(stacks->size() == 1);
  CHECK(stacks->front().tid == target.pid());
  CHECK(stacks->front().frames.size() > 1);
  CHECK(process->warnings().empty());
  REQUIRE(::ptrace(PTRACE_DETACH, target.pid(), nullptr, nullptr) == 0);
  CHECK_FALSE(process->stacks());
}

TEST_CASE("a process that another one traces and lets run cannot be held") {
  const TargetProcess target;
  const Helper tracer([&] { return ::ptrace(PTRACE_SEIZE, target.pid(), nullptr, nullptr) == 0; });
  const auto process = open(target);
  const auto stopped = process->stop();
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().message == process->name() + " is being traced by pid " + std::to_string(tracer.pid()) +
                                       " (corefile_test) and runs: it cannot be held still for reading");
}

namespace {

// Another mpidbg: holds a process until it is told to let it go, or until whoever made it has gone to sleep.
class OtherHolder {
 public:
  OtherHolder(pid_t target, bool until_sleep) {
    REQUIRE(::pipe(gate_) == 0);
    REQUIRE(::pipe(answers_) == 0);
    const pid_t maker = ::getpid();
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) ::_exit(hold(target, maker, until_sleep) ? 0 : 1);
    char answer = 0;
    REQUIRE(::read(answers_[0], &answer, 1) == 1);
    CHECK(answer == 'y');
  }
  ~OtherHolder() {
    let_go();
    for (const int end : {gate_[0], gate_[1], answers_[0], answers_[1]}) ::close(end);
  }

  void let_go() {
    if (pid_ <= 0) return;
    CHECK(::write(gate_[1], "g", 1) == 1);
    int status = 0;
    CHECK(::waitpid(pid_, &status, 0) == pid_);
    CHECK(status == 0);
    pid_ = 0;
  }

 private:
  bool hold(pid_t target, pid_t maker, bool until_sleep) const {
    ::prctl(PR_SET_NAME, "mpidbg");
    const auto held = ThreadStop::hold(target);
    const std::string before = status_of(maker, "voluntary_ctxt_switches");
    if (::write(answers_[1], held ? "y" : "n", 1) != 1) return false;
    // It sleeps once more to read the answer.
    const auto naps = [&] { return std::stol(status_of(maker, "voluntary_ctxt_switches")) - std::stol(before); };
    while (until_sleep && naps() < 3) ::sched_yield();
    char go = 0;
    return held && (until_sleep || ::read(gate_[0], &go, 1) == 1);
  }

  int gate_[2] = {-1, -1}, answers_[2] = {-1, -1};
  pid_t pid_ = 0;
};

}  // namespace

TEST_CASE("a process that another mpidbg holds is waited for") {
  const TargetProcess target;
  const auto process = open(target);
  const OtherHolder other(target.pid(), true);
  const auto stopped = process->stop();
  REQUIRE_MESSAGE(stopped, stopped.error().message);
  CHECK(process->stacks());
  CHECK(process->warnings().empty());
  CHECK(status_of(target.pid(), "TracerPid") == std::to_string(::getpid()));
}

TEST_CASE("nobody who holds a process waits for another one") {
  const TargetProcess first, second;
  const auto held = open(first), wanted = open(second);
  REQUIRE(held->stop());
  OtherHolder other(second.pid(), false);
  const auto stopped = wanted->stop();
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == mpidbg::ErrorCode::unavailable);
  other.let_go();
  CHECK(wanted->stop());
}
