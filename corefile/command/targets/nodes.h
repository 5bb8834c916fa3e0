#pragma once
// Looks at a job on several nodes: starts a collector on each node, and merges their summaries.

#include <set>
#include <string>
#include <string_view>

#include "corefile/command/targets/collect.h"
#include "corefile/command/words/messages.h"
#include "corefile/command/words/options.h"
#include "mpidbg/base/result.h"

namespace command {

// Returns true if the command line selects a job on nodes: by --launcher, or by a target "slurm:JOB".
bool is_on_nodes(const Options &options);
// Returns true if the word is a target "slurm:JOB".
bool is_slurm_target(std::string_view word);

// Looks at a job on several nodes, once for each call of look().
class NodeLooks {
 public:
  // Both arguments must outlive this object.
  NodeLooks(const Options &options, Messages &messages) : options_(options), messages_(messages) {}

  // Starts a collector on each node. Each collector looks once at the ranks of its node. Returns when all have answered
  // or the time of --timeout is over. Each look thus ends before the next one begins, whatever the nodes' clocks show.
  // Warns once about each problem of a collector, and marks the job as incomplete. With `held`, all ranks of a node are
  // held at the same time while they are read. If nothing could be collected, writes the reason of each node and fails,
  // with not_found if the job does not exist any more.
  mpidbg::Result<CollectedJob> look(bool held = false);

 private:
  const Options &options_;
  Messages &messages_;
  std::set<std::string> warned_;
};

// Writes the error of look(), and returns the exit code.
ExitCode fail_on_nodes(const mpidbg::Error &error, Messages &messages);

}  // namespace command
