#pragma once
// Waits until processes have ended which are not this program's children.

#include <sys/types.h>

#include <chrono>
#include <vector>

#include "corefile/base.h"
#include "corefile/elf/file_descriptor.h"

namespace corefile {

class ProcessEnds {
 public:
  // Errors: a process that there is not; a kernel older than Linux 5.3. That a number is given to another process later
  // changes nothing.
  static Result<ProcessEnds> of(const std::vector<pid_t> &pids);

  // Until all have ended (a zombie has), or the time; whether all have.
  bool wait_until(std::chrono::steady_clock::time_point time);

 private:
  std::vector<FileDescriptor> running_;
};

}  // namespace corefile
