#include "corefile/conformance/left_processes.h"

#include <dirent.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>

namespace mqs_shim {
namespace {

constexpr int most_generations = 100;  // processes may start others while they are being ended

// Returns the children of all threads of this process. Kernels without CONFIG_PROC_CHILDREN list none.
std::vector<pid_t> children() {
  std::vector<pid_t> all;
  DIR *const threads = opendir("/proc/self/task");
  if (threads == nullptr) return all;
  while (const dirent *thread = readdir(threads)) {
    if (thread->d_name[0] == '.') continue;
    std::ifstream list(std::string("/proc/self/task/") + thread->d_name + "/children");
    for (pid_t child = 0; list >> child;) all.push_back(child);
  }
  closedir(threads);
  return all;
}

void reap(pid_t child) {
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

LeftProcesses::LeftProcesses() : before_(children()) {
  int is_subreaper = 0;
  if (prctl(PR_GET_CHILD_SUBREAPER, &is_subreaper) == 0) was_subreaper_ = is_subreaper != 0;
  prctl(PR_SET_CHILD_SUBREAPER, 1UL);
}

LeftProcesses::~LeftProcesses() {
  prctl(PR_SET_CHILD_SUBREAPER, was_subreaper_ ? 1UL : 0UL);
}

std::size_t LeftProcesses::end_those_of(pid_t child) const {
  // The child is a zombie at this time, so that the number of its process group cannot belong to other processes.
  kill(-child, SIGKILL);
  std::size_t ended = 0;
  for (int generation = 0; generation < most_generations; ++generation) {
    bool any = false;
    for (const pid_t left : children()) {
      if (left == child || std::find(before_.begin(), before_.end(), left) != before_.end()) continue;
      any = true;
      kill(left, SIGKILL);
      reap(left);
      ++ended;
    }
    if (!any) break;
  }
  return ended;
}

}  // namespace mqs_shim
