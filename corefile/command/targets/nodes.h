#pragma once
// A job on several nodes: collectors are started on all of them, and their summaries become one.

#include <set>
#include <string>
#include <string_view>

#include "corefile/command/targets/collect.h"
#include "corefile/command/words/messages.h"
#include "corefile/command/words/options.h"
#include "mpidbg/base/result.h"

namespace command {

// Whether the words of the command line are about a job on nodes: --launcher, or a target "slurm:JOB".
bool is_on_nodes(const Options &options);
// Whether a word is such a target.
bool is_slurm_target(std::string_view word);

// Looks at such a job, as often as it is asked.
class NodeLooks {
 public:
  // Both must outlive it.
  NodeLooks(const Options &options, Messages &messages) : options_(options), messages_(messages) {}

  // Starts a collector on each node, which looks once at the ranks there. Returns when all have answered or the time of
  // --timeout is over, so that each look is over before the next one begins, whatever the clocks of the nodes show.
  // Warns of what could not be collected, of each only once: the job is incomplete then. `held`: all ranks of a node
  // are held still together while they are read. An error if nothing could be collected, after each node's reason:
  // not_found if there is no such job any more.
  mpidbg::Result<CollectedJob> look(bool held = false);

 private:
  const Options &options_;
  Messages &messages_;
  std::set<std::string> warned_;
};

// Says the error of the above, and what the command ends with then.
ExitCode fail_on_nodes(const mpidbg::Error &error, Messages &messages);

}  // namespace command
