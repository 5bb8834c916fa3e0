#pragma once
// Looks at (inspects) the targets of a command. A single target is inspected in this process, and the exit code follows
// from the result. The targets of a job are inspected in several worker processes if that saves time.

#include <string>
#include <vector>

#include "corefile/command/targets/inspected_target.h"
#include "corefile/command/words/exit_code.h"
#include "corefile/command/words/messages.h"
#include "mqs_shim/look/investigation.h"
#include "mqs_shim/summary/rank_summary.h"

namespace command {

// The result of a look at one target.
struct Look {
  mqs_shim::ProcessReport report;
  ExitCode code = ExitCode::done;
};

// Returns an error together with its target, such as "pid 4151: no permission".
std::string about_target(const std::string &target, const std::string &error);
std::string about_target(const mqs_shim::ProcessReport &report);

// Returns the exit code for the end of a look at one process, without regard to missing information that only some
// commands need.
ExitCode code_of(mqs_shim::LookEnd end);

// Converts the summary of one rank, from a look (inspection) on another node, to the form of a local look.
mqs_shim::RankLook rank_look(mqs_shim::summaries::RankSummary rank);

// Inspects one target for the command for `noun`, such as `queues`. `all` adds source lines to all frames.
Look look_at(OpenedTarget &target, mqs_shim::Noun noun, bool all, const mqs_shim::Questions &questions,
             Plugins &plugins);

// Returns a function that looks at all targets, for an investigation (Investigation::LookAtAll). It uses `jobs`
// processes at once if that saves time (0: the number of usable processors), but only this process if some targets are
// held. If inspecting a target ends the worker process or takes a minute, the target is reported as one that cannot be
// inspected. `targets` must be those that the investigation's job was made from.
mqs_shim::Investigation::LookAtAll look_at_all(std::vector<OpenedTarget> &targets, unsigned jobs, Messages &messages);

}  // namespace command
