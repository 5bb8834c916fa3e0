#pragma once
// Ends the processes that a child has started and not waited for.

#include <sys/types.h>

#include <cstddef>
#include <vector>

namespace mqs_shim {

// While an object of this class exists, orphans among this process's descendants become children of this process
// instead of init.
class LeftProcesses {
 public:
  // Remembers the present children of this process.
  LeftProcesses();
  ~LeftProcesses();
  LeftProcesses(const LeftProcesses &) = delete;
  LeftProcesses &operator=(const LeftProcesses &) = delete;

  // Ends and reaps the remaining processes of a child, and returns their number. The child must have led a process
  // group, must have ended, and must not be reaped yet. Children that existed when this object was made are not
  // touched.
  std::size_t end_those_of(pid_t child) const;

 private:
  bool was_subreaper_ = false;
  std::vector<pid_t> before_;
};

}  // namespace mqs_shim
