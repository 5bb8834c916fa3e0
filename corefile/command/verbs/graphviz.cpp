#include "corefile/command/verbs/graphviz.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace command {

namespace {

using Clock = std::chrono::steady_clock;
using mpidbg::Error;
using mpidbg::ErrorCode;

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() { reset(); }
  int get() const { return fd_; }
  void reset(int fd = -1) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }

 private:
  int fd_;
};

Error system_error(const char *what) {
  return {ErrorCode::system, std::string(what) + ": " + std::strerror(errno)};
}

std::string find_dot() {
  const char *path = std::getenv("PATH");
  std::string_view left = path == nullptr ? "/usr/bin:/bin" : path;
  while (!left.empty()) {
    const std::string_view directory = left.substr(0, left.find(':'));
    left.remove_prefix(std::min(left.size(), directory.size() + 1));
    if (!directory.starts_with('/')) continue;
    std::string file = std::string(directory) + "/dot";
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::lseek(fd, 0, SEEK_SET) == 0;
}

// Kills its child with all processes that the child has started (a process group) at the end of the scope, even if the
// child still runs.
class GraphvizChild {
 public:
  explicit GraphvizChild(pid_t pid) : pid_(pid) {}
  GraphvizChild(const GraphvizChild &) = delete;
  GraphvizChild &operator=(const GraphvizChild &) = delete;
  ~GraphvizChild() {
    ::kill(-pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

 private:
  pid_t pid_;
};

// Starts `dot`. The child has its own process group, so that Ctrl-C does not reach it. It is killed when this process
// ends.
mpidbg::Result<pid_t> start(const std::string &file, int input, int output) {
  char name[] = "dot", format[] = "-Tsvg";
  char *const arguments[] = {name, format, nullptr};
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return system_error("fork");
  if (pid == 0) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    const bool is_ready = ::getppid() == parent && ::dup2(input, STDIN_FILENO) >= 0 &&
                          ::dup2(output, STDOUT_FILENO) >= 0 && ::dup2(nowhere, STDERR_FILENO) >= 0;
    if (is_ready) ::execv(file.c_str(), arguments);
    ::_exit(127);
  }
  ::setpgid(pid, pid);  // parent and child both call it, as either may run first
  return pid;
}

mpidbg::Result<std::string> read_picture(const std::string &file, int fd, const PictureLimits &limits) {
  const auto deadline = Clock::now() + limits.time;
  std::string text;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd ready{fd, POLLIN, 0};
    const int count = left <= 0 ? 0 : ::poll(&ready, 1, static_cast<int>(left));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error("poll");
    if (count == 0) {
      return Error{ErrorCode::unavailable,
                   file + " took longer than " + std::to_string(limits.time.count()) + " ms and was ended"};
    }
    char piece[65536];
    const ssize_t size = ::read(fd, piece, sizeof piece);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return system_error("read");
    if (size == 0) return text;
    if (text.size() + static_cast<std::size_t>(size) > limits.bytes) {
      return Error{ErrorCode::unavailable,
                   "the picture of " + file + " is larger than " + std::to_string(limits.bytes) + " bytes"};
    }
    text.append(piece, static_cast<std::size_t>(size));
  }
}

}  // namespace

mpidbg::Result<std::string> svg_of(const std::string &text, const PictureLimits &limits) {
  const std::string file = find_dot();
  if (file.empty()) return Error{ErrorCode::not_found, "the command dot of Graphviz is not installed"};
  // The input is a file in memory instead of a pipe, so that nothing has to be written while the output is read.
  const Descriptor input(::memfd_create("dot", MFD_CLOEXEC));
  if (input.get() < 0 || !write_all(input.get(), text)) return system_error("a file in memory");
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return system_error("pipe");
  const Descriptor from_dot(ends[0]);
  Descriptor to_us(ends[1]);
  const auto pid = start(file, input.get(), to_us.get());
  if (!pid) return pid.error();
  const GraphvizChild child(*pid);
  to_us.reset();
  auto svg = read_picture(file, from_dot.get(), limits);
  if (svg && svg->find("</svg>") == std::string::npos) {
    return Error{ErrorCode::corrupt, file + " answered without a picture"};
  }
  return svg;
}

}  // namespace command
