#include "corefile/launch/run_programs.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <optional>

#include "mpidbg/base/file_descriptor.h"

namespace corefile {

namespace {

using Clock = std::chrono::steady_clock;
using How = RunEnd::How;
using std::chrono::milliseconds;

constexpr milliseconds tick{20};           // how late the end of a program is noticed
constexpr milliseconds grace{1000};        // time from SIGTERM to SIGKILL, and from enough output to SIGTERM
constexpr milliseconds patience{5000};     // wait after SIGKILL for a program in a system call that does not return
constexpr std::size_t most_errors = 4096;  // limit for the text that is kept from stderr
constexpr int end_signals[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t received_signal = 0;

void note_signal(int number) {
  received_signal = number;
}

// While an object of this class exists, SIGINT, SIGTERM and SIGHUP are only recorded, unless they are ignored. If one
// has arrived, the destructor raises it again.
class NotedSignals {
 public:
  NotedSignals() {
    received_signal = 0;
    struct sigaction noted {};
    noted.sa_handler = note_signal;
    sigemptyset(&noted.sa_mask);
    for (std::size_t i = 0; i < before_.size(); ++i) {
      ::sigaction(end_signals[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(end_signals[i], &noted, nullptr);
    }
  }
  NotedSignals(const NotedSignals &) = delete;
  NotedSignals &operator=(const NotedSignals &) = delete;
  ~NotedSignals() {
    for (std::size_t i = 0; i < before_.size(); ++i) ::sigaction(end_signals[i], &before_[i], nullptr);
    if (received_signal != 0) ::raise(received_signal);
  }

 private:
  std::array<struct sigaction, std::size(end_signals)> before_{};
};

struct PipeFromChild {
  mpidbg::FileDescriptor ours, theirs;

  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    ours = mpidbg::FileDescriptor(ends[0]);
    theirs = mpidbg::FileDescriptor(ends[1]);
    return true;
  }
};

// Replaces a child that fork() has made by the program `words`. Only async-signal-safe calls are allowed here.
[[noreturn]] void become(char *const *words, int output, int errors, int failure, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);
  const int input = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  for (int number = 1; number < NSIG; ++number)
    if (number != SIGKILL && number != SIGSTOP) ::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execvp(words[0], words);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(failure, &error, sizeof error);
  ::_exit(127);
}

class Run {
 public:
  explicit Run(const std::vector<std::string> &words) { start(words); }
  Run(const Run &) = delete;
  Run &operator=(const Run &) = delete;
  ~Run() {
    if (pid_ <= 0) return;
    ::kill(-pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  bool has_ended() const { return pid_ <= 0; }
  RunEnd take_end() { return std::move(end_); }
  int output() const { return output_.ours.get(); }
  int errors() const { return errors_.ours.get(); }

  // Passes a piece of the output to `take`. Returns false if nothing can be read at present.
  template <class Take>
  bool read_output(const Take &take) {
    return read_from(output_.ours, take);
  }
  bool read_errors() {
    return read_from(errors_.ours, [&](std::string_view bytes) {
      end_.errors += bytes;
      if (end_.errors.size() > 2 * most_errors) end_.errors.erase(0, end_.errors.size() - most_errors);
    });
  }

  // Ends the program for the reason `why`. A later call does not change the reason.
  void ask_to_end(How why, Clock::time_point now) {
    if (has_ended() || asked_) return;
    asked_ = now;
    why_ = why;
    ::kill(-pid_, SIGTERM);
  }

  // Returns true if the process has ended by now; otherwise sends SIGKILL if its time after SIGTERM is over.
  bool notice_end(Clock::time_point now) {
    if (asked_ && now - *asked_ > grace) ::kill(-pid_, SIGKILL);
    int status = 0;
    const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
    const bool is_stuck = asked_ && now - *asked_ > grace + patience;
    if (!is_stuck && (ended == 0 || (ended < 0 && errno == EINTR))) return false;
    // End the processes that are left in its group.
    ::kill(-pid_, SIGKILL);
    pid_ = 0;
    if (asked_) {
      end_.how = why_;
    } else if (WIFSIGNALED(status)) {
      end_.how = How::signalled;
      end_.status = WTERMSIG(status);
    } else {
      end_.how = How::exited;
      end_.status = WEXITSTATUS(status);
    }
    return true;
  }

  // Reads the rest of stderr that is available.
  void finish() {
    while (read_errors()) {
    }
    if (end_.errors.size() > most_errors) end_.errors.erase(0, end_.errors.size() - most_errors);
  }

 private:
  void start(const std::vector<std::string> &words) {
    std::vector<char *> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string &word : words) arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    PipeFromChild failure;
    if (words.empty() || !output_.open() || !errors_.open() || !failure.open())
      return fail(words.empty() ? ENOENT : errno);
    const pid_t parent = ::getpid(), child = ::fork();
    if (child < 0) return fail(errno);
    if (child == 0) become(arguments.data(), output_.theirs.get(), errors_.theirs.get(), failure.theirs.get(), parent);
    ::setpgid(child, child);
    pid_ = child;
    output_.theirs = mpidbg::FileDescriptor();
    errors_.theirs = mpidbg::FileDescriptor();
    failure.theirs = mpidbg::FileDescriptor();
    int error = 0;
    ssize_t size = 0;
    while ((size = ::read(failure.ours.get(), &error, sizeof error)) < 0 && errno == EINTR) {
    }
    if (size == sizeof error) {
      while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
      }
      return fail(error);
    }
    for (const mpidbg::FileDescriptor *fd : {&output_.ours, &errors_.ours}) ::fcntl(fd->get(), F_SETFL, O_NONBLOCK);
  }

  void fail(int error) {
    pid_ = 0;
    end_.how = How::not_started;
    end_.status = error;
    output_ = PipeFromChild();
    errors_ = PipeFromChild();
  }

  template <class Take>
  static bool read_from(mpidbg::FileDescriptor &fd, const Take &take) {
    if (!fd) return false;
    char piece[65536];
    const ssize_t size = ::read(fd.get(), piece, sizeof piece);
    if (size > 0) {
      take(std::string_view(piece, static_cast<std::size_t>(size)));
      return true;
    }
    if (size == 0 || (errno != EAGAIN && errno != EINTR)) fd = mpidbg::FileDescriptor();
    return false;
  }

  pid_t pid_ = 0;
  PipeFromChild output_, errors_;
  RunEnd end_;
  std::optional<Clock::time_point> asked_;
  How why_ = How::exited;
};

}  // namespace

std::vector<RunEnd> run_programs(const std::vector<std::vector<std::string>> &programs, const RunLimits &limits,
                                 const std::function<void(std::size_t, std::string_view)> &take,
                                 const std::function<bool()> &is_enough) {
  const NotedSignals signals;
  const auto deadline = Clock::now() + limits.time;
  std::vector<RunEnd> ends(programs.size());
  std::vector<std::unique_ptr<Run>> runs(programs.size());
  std::size_t next = 0, running = 0, bytes = 0;
  std::optional<Clock::time_point> enough;
  std::optional<How> over;  // if set, no more programs are started
  for (;;) {
    const auto now = Clock::now();
    if (received_signal != 0) over = How::interrupted;
    if (!over && bytes > limits.bytes) over = How::too_much;
    if (!over && enough && now - *enough > grace) over = How::not_needed;
    if (!over && now >= deadline) over = enough ? How::not_needed : How::timed_out;
    for (; !over && !enough && next < programs.size() && running < limits.at_once; ++next) {
      runs[next] = std::make_unique<Run>(programs[next]);
      if (!runs[next]->has_ended()) {
        ++running;
        continue;
      }
      ends[next] = runs[next]->take_end();
      runs[next].reset();
    }
    if (over)
      for (const auto &run : runs)
        if (run) run->ask_to_end(*over, now);
    if (running == 0 && (next == programs.size() || over || enough)) break;

    std::vector<pollfd> ready;
    for (const auto &run : runs) {
      if (!run) continue;
      for (const int fd : {run->output(), run->errors()})
        if (fd >= 0) ready.push_back({fd, POLLIN, 0});
    }
    ::poll(ready.data(), ready.size(), static_cast<int>(tick.count()));
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (!runs[i]) continue;
      Run &run = *runs[i];
      const auto hand_on = [&](std::string_view piece) {
        bytes += piece.size();
        take(i, piece);
        if (!enough && is_enough && is_enough()) enough = Clock::now();
      };
      // The end of the program is checked first, so that its last output is read afterwards.
      const bool ended = run.notice_end(Clock::now());
      while (bytes <= limits.bytes && run.read_output(hand_on) && ended) {
      }
      run.read_errors();
      if (!ended) continue;
      run.finish();
      ends[i] = run.take_end();
      if (enough && ends[i].how == How::signalled) ends[i].how = How::not_needed;
      runs[i].reset();
      --running;
    }
  }
  for (; next < programs.size(); ++next) ends[next].how = over.value_or(How::not_needed);
  return ends;
}

std::string describe(const RunEnd &end, const std::string &name) {
  std::string text = name;
  switch (end.how) {
    case How::exited:
      text += " exited with " + std::to_string(end.status);
      break;
    case How::signalled:
      text += " was ended by signal " + std::to_string(end.status);
      break;
    case How::not_started:
      text += " cannot be started: " + std::string(std::strerror(end.status));
      break;
    case How::timed_out:
      text += " did not end in time";
      break;
    case How::too_much:
      text += " wrote more than the limit";
      break;
    case How::not_needed:
      text += " was no longer needed";
      break;
    case How::interrupted:
      text += " was interrupted";
      break;
  }
  // Only the last line of stderr is added, because it usually contains the reason of the failure.
  std::string_view errors = end.errors;
  while (!errors.empty() && (errors.back() == '\n' || errors.back() == '\r' || errors.back() == ' '))
    errors.remove_suffix(1);
  if (const std::size_t line = errors.rfind('\n'); line != std::string_view::npos) errors.remove_prefix(line + 1);
  return errors.empty() ? text : text + ": " + std::string(errors);
}

ProgramOutput output_of(const std::vector<std::string> &words, std::chrono::milliseconds time) {
  ProgramOutput output;
  RunLimits limits;
  limits.time = time;
  limits.bytes = 16u << 20;
  auto ends = run_programs({words}, limits, [&](std::size_t, std::string_view bytes) { output.text += bytes; });
  output.end = std::move(ends.front());
  return output;
}

}  // namespace corefile
