#include "corefile/process/thread_status.h"

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

// Reads a stat file of /proc: "TID (NAME) STATE ...". The name may contain parentheses and blanks.
ThreadStatus read_status(pid_t tid, const std::string &path) {
  ThreadStatus status{tid, {}, KernelState::gone};
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
