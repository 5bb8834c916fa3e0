#include "corefile/process/process_ends.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace corefile {

Result<ProcessEnds> ProcessEnds::of(const std::vector<pid_t> &pids) {
  ProcessEnds ends;
  for (const pid_t pid : pids) {
    mpidbg::FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!process) {
      const std::string number = std::to_string(pid);
      // EINVAL and, since Linux 6.15, ENOENT mean that the number belongs to a thread.
      if (errno == ESRCH || errno == EINVAL || errno == ENOENT)
        return Error{ErrorCode::not_found, "no process with pid " + number};
      return Error{ErrorCode::system, "cannot wait for the end of process " + number + ": " + std::strerror(errno)};
    }
    ends.running_.push_back(std::move(process));
  }
  return ends;
}

bool ProcessEnds::wait_until(std::chrono::steady_clock::time_point time) {
  for (;;) {
    std::vector<pollfd> waiting;
    for (const mpidbg::FileDescriptor &process : running_) waiting.push_back({process.get(), POLLIN, 0});
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(time - std::chrono::steady_clock::now()).count();
    ::poll(waiting.data(), waiting.size(), static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000)));
    std::vector<mpidbg::FileDescriptor> rest;
    for (std::size_t i = 0; i < waiting.size(); ++i)
      if (waiting[i].revents == 0) rest.push_back(std::move(running_[i]));
    running_ = std::move(rest);
    if (running_.empty()) return true;
    if (std::chrono::steady_clock::now() >= time) return false;
  }
}

}  // namespace corefile
