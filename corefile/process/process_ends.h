#pragma once
// Waits until processes that are not children of this program have ended.

#include <sys/types.h>

#include <chrono>
#include <vector>

#include "corefile/base.h"
#include "mpidbg/base/file_descriptor.h"

namespace corefile {

class ProcessEnds {
 public:
  // Starts to observe processes. Errors: a nonexistent process; a kernel older than Linux 5.3. If a pid is later given
  // to another process, the first one is still meant.
  static Result<ProcessEnds> of(const std::vector<pid_t> &pids);

  // Waits until all processes have ended (zombies count as ended) or the time is reached. Returns true if all have
  // ended.
  bool wait_until(std::chrono::steady_clock::time_point time);

 private:
  std::vector<mpidbg::FileDescriptor> running_;
};

}  // namespace corefile
