#pragma once
// Looks of the command: at one target with what it will exit with, and at all targets of a job, in several processes
// where that is worth it.

#include <string>
#include <vector>

#include "corefile/command/targets/inspected_target.h"
#include "corefile/command/words/exit_code.h"
#include "corefile/command/words/messages.h"
#include "mqs_shim/look/investigation.h"
#include "mqs_shim/summary/rank_summary.h"

namespace command {

struct Look {
  mqs_shim::ProcessReport report;
  ExitCode code = ExitCode::done;
};

// "pid 4151: no permission": what failed, with the target that it is about.
std::string about_target(const mqs_shim::ProcessReport &report);

// The exit code of a look at one process, without the limits that only one noun has.
ExitCode code_of(mqs_shim::LookEnd end);

// A look that was taken on another node.
mqs_shim::RankLook rank_look(mqs_shim::summaries::RankSummary rank);

Look look_at(OpenedTarget &target, mqs_shim::Noun noun, bool all, const mqs_shim::Questions &questions,
             Plugins &plugins);

// How an investigation looks at the targets (Investigation::LookAtAll): in `jobs` processes at once (0: as processors
// are usable) where that is worth it, one after the other in this one if some are held. A process that ends the one
// that inspects it, or takes a minute, is one that cannot be inspected. `targets`: those that the job is of.
mqs_shim::Investigation::LookAtAll look_at_all(std::vector<OpenedTarget> &targets, unsigned jobs, Messages &messages);

}  // namespace command
