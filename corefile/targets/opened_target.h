#pragma once
// Describes a process, live or dead, that the user has asked to inspect.

#include <sys/types.h>

#include <memory>
#include <string>

#include "corefile/mpi/job_identity.h"
#include "corefile/process/process.h"

namespace corefile {

struct OpenedTarget {
  std::string name;                  // "pid 4151", or the path of the core file
  pid_t pid = 0;                     // 0 unless the process is live
  std::unique_ptr<Process> process;  // null if it cannot be inspected
  std::string problem;               // reason why `process` is null
  JobIdentity identity;
};

}  // namespace corefile
