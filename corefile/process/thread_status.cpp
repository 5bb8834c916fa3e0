#include "corefile/process/thread_status.h"

#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "corefile/process/proc_files.h"

namespace corefile {

namespace {

KernelState state_of_letter(char letter) {
  switch (letter) {
    case 'R':
      return KernelState::running;
    case 'S':
    case 'I':
      return KernelState::sleeping;
    case 'D':
      return KernelState::uninterruptible;
    case 'T':
      return KernelState::stopped;
    case 't':
      return KernelState::traced;
    case 'Z':
      return KernelState::zombie;
    case 'X':
    case 'x':
      return KernelState::gone;
    default:
      return KernelState::unknown;
  }
}

// Returns the processor time from the fields of a stat file that follow the state, if they contain it.
std::optional<std::int64_t> processor_milliseconds(const std::string &fields) {
  constexpr int fields_before = 10;
  static const long ticks_per_second = ::sysconf(_SC_CLK_TCK);
  std::istringstream stream(fields);
  std::int64_t skipped = 0, user = 0, system = 0;
  for (int i = 0; i < fields_before; ++i) stream >> skipped;
  const bool is_read = static_cast<bool>(stream >> user >> system);
  if (!is_read || user < 0 || system < 0 || ticks_per_second <= 0) return std::nullopt;
  constexpr std::int64_t most = INT64_MAX / 4000;
  return (std::min(user, most) + std::min(system, most)) * 1000 / ticks_per_second;
}

// Reads a stat file of /proc: "TID (NAME) STATE ...". The name may contain parentheses and blanks.
ThreadStatus read_status(pid_t tid, const std::string &path) {
  ThreadStatus status{tid, {}, KernelState::gone, {}};
  const auto content = read_proc_file(path);
  if (!content) {
    if (content.error().code != ErrorCode::not_found) status.state = KernelState::unknown;
    return status;
  }
  const std::size_t begin = content->find('('), end = content->rfind(')');
  if (begin == std::string::npos || end == std::string::npos || end < begin || end + 2 >= content->size()) {
    status.state = KernelState::unknown;
    return status;
  }
  status.name = content->substr(begin + 1, end - begin - 1);
  status.state = state_of_letter((*content)[end + 2]);
  status.processor_milliseconds = processor_milliseconds(content->substr(end + 3));
  return status;
}

}  // namespace

KernelState kernel_state(pid_t pid) {
  const KernelState state = read_status(pid, proc_path(pid, "stat")).state;
  if (state != KernelState::zombie) return state;
  for (const ThreadStatus &thread : thread_statuses(pid)) {
    if (thread.state != KernelState::zombie && thread.state != KernelState::gone) return thread.state;
  }
  return state;
}

std::vector<ThreadStatus> thread_statuses(pid_t pid) {
  std::vector<ThreadStatus> all;
  for (const pid_t tid : numbers_in(proc_path(pid, "task")))
    all.push_back(read_status(tid, proc_path(pid, "task/" + std::to_string(tid) + "/stat")));
  return all;
}

}  // namespace corefile
