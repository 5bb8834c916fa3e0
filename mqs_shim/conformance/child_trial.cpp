#include "mqs_shim/conformance/child_trial.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "mpidbg/base/split.h"

namespace mqs_shim {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void be_child(const std::function<void(TrialJournal &)> &body, std::chrono::milliseconds patience,
                           int journal, int output) {
  // A sanitizer or the program may have handlers that make something else of a crash.
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
  const rlimit no_core{0, 0};
  const auto seconds = static_cast<rlim_t>(std::chrono::ceil<std::chrono::seconds>(patience).count());
  const rlimit most_time{seconds, seconds + 5};  // of the processor
  setrlimit(RLIMIT_CORE, &no_core);
  std::signal(SIGXCPU, SIG_DFL);
  setrlimit(RLIMIT_CPU, &most_time);
  if (output >= 0) {
    dup2(output, 1);
    dup2(output, 2);
  }
  TrialJournal lines(journal);
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

// Everything until the child closes its end; false if it was silent for too long, or not at its end for twice as long.
bool read_journal(int descriptor, std::chrono::milliseconds patience, std::string &text) {
  std::array<char, 4096> buffer;
  const auto end = Clock::now() + 2 * patience;
  for (;;) {
    pollfd waiting{descriptor, POLLIN, 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    const int ready = left.count() <= 0 ? 0 : poll(&waiting, 1, static_cast<int>(std::min(left, patience).count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const ssize_t got = read(descriptor, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

std::string signal_name(int signal) {
  const char *name = sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

}  // namespace

void TrialJournal::write_line(char kind, const std::string &text) {
  const std::string line = kind + text + "\n";
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t wrote = write(descriptor_, line.data() + done, line.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return;
    done += static_cast<std::size_t>(wrote);
  }
}

TrialResult run_trial(const std::function<void(TrialJournal &)> &body, std::chrono::milliseconds patience) {
  TrialResult result;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    result.end = std::string("cannot be tested: ") + std::strerror(errno);
    return result;
  }
  const int output = memfd_create("plugin output", MFD_CLOEXEC);
  std::fflush(stdout);
  std::fflush(stderr);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    be_child(body, patience, ends[1], output);
  }
  close(ends[1]);
  std::string journal;
  bool in_time = true;
  if (child > 0) in_time = read_journal(ends[0], patience, journal);
  close(ends[0]);
  int status = 0;
  if (child < 0) {
    result.end = std::string("cannot be tested: ") + std::strerror(errno);
  } else {
    if (!in_time) kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!in_time || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) {
      result.end = trial_hangs;
    } else if (WIFSIGNALED(status)) {
      result.end = "crashed (" + signal_name(WTERMSIG(status)) + ")";
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      result.end = "ended the process";
    }
  }
  for (const std::string_view line : mpidbg::split(journal, '\n')) {
    if (line.starts_with('S')) {
      result.last_step = line.substr(1);
    } else if (!line.empty()) {
      result.lines.emplace_back(line.substr(1));
    }
  }
  // exit(0) from inside looks like a good end, but for the step it was in.
  if (result.end.empty() && !result.last_step.empty()) result.end = "ended the process";
  if (output >= 0) {
    result.output.resize(std::size_t{1} << 16);
    const ssize_t got = pread(output, result.output.data(), result.output.size(), 0);
    result.output.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    close(output);
  }
  return result;
}

}  // namespace mqs_shim
