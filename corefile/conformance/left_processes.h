#pragma once
// Processes that a child started and did not wait for: they are ended with it.

#include <sys/types.h>

#include <cstddef>
#include <vector>

namespace mqs_shim {

// While it lives, orphans among this process's descendants become children of this process, not of init.
class LeftProcesses {
 public:
  LeftProcesses();
  ~LeftProcesses();
  LeftProcesses(const LeftProcesses &) = delete;
  LeftProcesses &operator=(const LeftProcesses &) = delete;

  // Ends and reaps the processes of the child, which has ended and is not reaped yet, and leads a process group; says
  // how many there were. Children that were there at the start are left alone.
  std::size_t end_those_of(pid_t child) const;

 private:
  bool was_subreaper_ = false;
  std::vector<pid_t> before_;
};

}  // namespace mqs_shim
