#pragma once
// A job on several nodes: collectors are started on all of them, and their summaries become one.

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

// Says in warnings what could not be collected: the job is incomplete then. An error if nothing could, after each
// node's reason: not_found if there is no such job any more.
mpidbg::Result<CollectedJob> collect_from_nodes(const Options &options, Messages &messages);
// Says the error of the above, and what the command ends with then.
ExitCode fail_on_nodes(const mpidbg::Error &error, Messages &messages);

}  // namespace command
