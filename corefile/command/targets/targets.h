#pragma once
// From the TARGET words of the command line to processes.

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

// One process, live or dead, that was asked for.
struct OpenedTarget {
  std::string name;                            // "pid 4151", or the path of the core file
  pid_t pid = 0;                               // of a live process
  std::unique_ptr<corefile::Process> process;  // null if it cannot be inspected
  std::string problem;                         // why not
  corefile::JobIdentity identity;
};

// Launchers and directories stand for what is in them; ranks that --rank excludes are not kept. In the order of jobs
// and ranks given by the environments; processes without them last. Which rank a process was that has ended while
// others of its job go on is concluded, or the problem says that it is not known. Words that match nothing at all (an
// empty directory, a launcher without processes, all ranks excluded) are targets with a problem.
std::vector<OpenedTarget> open_targets(const Options &options, Messages &messages);

// "mpirun 4711", if that alone was given, and all of its ranks are looked at; else empty.
std::string launcher_of_all(const Options &options);

// Why there is nothing to show where --rank names none of the ranks that there are.
std::string why_no_rank(const std::set<int> &others);

// Why a word cannot stand for a single process; empty if it can.
std::string why_not_single(const std::string &word);

// One that must be a single process: the TARGET of `profile check`.
OpenedTarget open_single_target(const std::string &word, const Options &options);

}  // namespace command
