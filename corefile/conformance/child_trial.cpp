#include "corefile/conformance/child_trial.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "corefile/conformance/left_processes.h"
#include "corefile/conformance/signal_name.h"
#include "mpidbg/base/file_descriptor.h"
#include "mpidbg/base/split.h"

namespace mqs_shim {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void be_child(const std::function<void(TrialJournal &)> &body, std::chrono::milliseconds patience,
                           int journal, int output, SpareJournal &spare) {
  setpgid(0, 0);
  // Removes signal handlers of a sanitizer or of the program, because they could hide a crash.
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
  const rlimit no_core{0, 0};
  const auto seconds = static_cast<rlim_t>(std::chrono::ceil<std::chrono::seconds>(patience).count());
  const rlimit most_time{seconds, seconds + 5};  // limits of processor time
  setrlimit(RLIMIT_CORE, &no_core);
  std::signal(SIGXCPU, SIG_DFL);
  setrlimit(RLIMIT_CPU, &most_time);
  dup2(output, 1);
  dup2(output, 2);
  TrialJournal lines(journal, spare);
  try {
    body(lines);
    std::fflush(stdout);
    std::fflush(stderr);
    lines.step("");
  } catch (const std::exception &problem) {
    lines.step(std::string("an exception: ") + problem.what());
  } catch (...) {
    lines.step("an exception");
  }
  _exit(0);
}

// Reads all available bytes without waiting. Returns false if no more bytes will arrive.
bool drain(int descriptor, std::string &text) {
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t got = read(descriptor, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got < 0 && errno == EAGAIN;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// Returns true if the child has ended. It remains a zombie.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

// Reads everything until the child ends. Returns false if the child reported nothing for the time `patience`, or did
// not end within twice that time. The end of the pipe is not the end of the child: a plugin may close the pipe, or
// start a process that keeps it open.
bool read_journal(int descriptor, pid_t child, std::chrono::milliseconds patience, std::string &text) {
  constexpr std::chrono::milliseconds glance(20);
  bool is_open = true;
  useconds_t pause = 50;
  auto last_line = Clock::now();
  const auto end = last_line + 2 * patience;
  while (!has_ended(child)) {
    const auto now = Clock::now();
    // If the plugin has closed the pipe, reports become available only when the child has ended, so that only the total
    // time is limited.
    if (now >= end || (is_open && now - last_line >= patience)) return false;
    pollfd waiting{descriptor, POLLIN, 0};
    if (!is_open) {
      usleep(pause);
      pause = std::min<useconds_t>(2 * pause, 10000);
    } else if (poll(&waiting, 1, static_cast<int>(glance.count())) > 0) {
      is_open = drain(descriptor, text);
      last_line = Clock::now();
    }
  }
  return true;
}

}  // namespace

TrialResult run_trial(const std::function<void(TrialJournal &)> &body, std::chrono::milliseconds patience) {
  TrialResult result;
  const auto failed = [&](const char *what) {
    result.problem = std::string("cannot make ") + what + ": " + std::strerror(errno);
    return result;
  };
  SpareJournal spare;
  if (!spare) return failed("shared memory");
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return failed("a pipe");
  mpidbg::FileDescriptor reading(ends[0]), writing(ends[1]);
  fcntl(reading.get(), F_SETFL, O_NONBLOCK);
  const mpidbg::FileDescriptor output(memfd_create("plugin output", MFD_CLOEXEC));
  if (!output) return failed("a file in memory");
  std::fflush(stdout);
  std::fflush(stderr);
  const LeftProcesses others;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return failed("a process");
  if (child == 0) {
    reading = {};
    // The child must end when its parent does, because the user may interrupt the parent.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    be_child(body, patience, writing.get(), output.get(), spare);
  }
  setpgid(child, child);
  writing = {};
  std::string journal;
  const bool in_time = read_journal(reading.get(), child, patience, journal);
  const auto since_call = spare.since_call();
  if (!in_time) kill(child, SIGKILL);
  // The child is reaped only after the processes that it has left are ended, because its number cannot be reused until
  // then.
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  result.left_processes = others.end_those_of(child);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  drain(reading.get(), journal);
  if (!in_time || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) {
    result.end = since_call < patience / 2 ? trial_is_slow : trial_hangs;
  } else if (WIFSIGNALED(status)) {
    result.end = "crashed (" + signal_name(WTERMSIG(status)) + ")";
  } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    result.end = "ended the process";
  }
  journal += spare.text();
  for (const std::string_view line : mpidbg::split(journal, '\n')) {
    if (line.starts_with('S')) {
      result.last_step = line.substr(1);
    } else if (!line.empty()) {
      result.lines.emplace_back(line.substr(1));
    }
  }
  // If a plugin calls exit(0), the child seems to end regularly, but has left a step unfinished.
  if (result.end.empty() && !result.last_step.empty()) result.end = "ended the process";
  result.output.resize(std::size_t{1} << 16);
  const ssize_t got = pread(output.get(), result.output.data(), result.output.size(), 0);
  result.output.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return result;
}

}  // namespace mqs_shim
