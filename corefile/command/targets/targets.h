#pragma once
// Opens the processes that the TARGET words of the command line stand for.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "corefile/command/words/messages.h"
#include "corefile/command/words/options.h"
#include "corefile/mpi/job_identity.h"
#include "corefile/process/process.h"

namespace command {

// A process, live or dead, that was requested.
struct OpenedTarget {
  std::string name;                            // "pid 4151", or the path of the core file
  pid_t pid = 0;                               // 0 unless the process is live
  std::unique_ptr<corefile::Process> process;  // null if it cannot be inspected
  std::string problem;                         // reason why `process` is null
  corefile::JobIdentity identity;
};

// Opens all targets. A launcher or directory stands for the processes in it; ranks that --rank excludes are left out.
// The result is in the order of jobs and ranks, as given by the environments; processes without these are last. If a
// process has ended while others of its job continue, its rank is inferred, or the problem says that it is not known.
// Words that match nothing (an empty directory, a launcher without processes, all ranks excluded) become targets with a
// problem.
std::vector<OpenedTarget> open_targets(const Options &options, Messages &messages);

// Returns a text such as "mpirun 4711" if a launcher is the only target and none of its ranks are excluded; otherwise
// empty.
std::string launcher_of_all(const Options &options);

// Explains that --rank selects none of the existing ranks, which are `others`.
std::string why_no_rank(const std::set<int> &others);

// Explains why a word cannot stand for a single process; empty if it can.
std::string why_not_single(const std::string &word);

// Opens a target that must be a single process, such as the TARGET of `profile check`.
OpenedTarget open_single_target(const std::string &word, const Options &options);

}  // namespace command
