#pragma once
// Inspects one process: loads the plugin, holds the process still while it is read, completes the report.

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "corefile/command/exit_code.h"
#include "corefile/command/held_together.h"
#include "corefile/command/loaded_plugins.h"
#include "corefile/command/messages.h"
#include "corefile/command/targets.h"
#include "mqs_shim/records/records.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/summary/rank_summary.h"

namespace command {

// For a verdict on live processes. A message in the memory that two ranks share, or in a switch, is under way for
// microseconds; where it may linger in a network (why::may_linger_in_network), a lost packet is sent again after 200
// ms.
constexpr std::chrono::milliseconds time_between_looks(bool may_linger) {
  return std::chrono::milliseconds(may_linger ? 600 : 200);
}

struct Look {
  mqs_shim::ProcessReport report;
  ExitCode code = ExitCode::done;
};

// Where the calls were made that the recorder has noted.
void name_last_calls(const corefile::Process &process, mqs_shim::ProcessReport &report);

// "pid 4151: no permission": what failed, with the target that it is about.
std::string about_target(const mqs_shim::ProcessReport &report);

// `held`: what the kernel said of a target that is held already.
Look look_at(OpenedTarget &target, mqs_shim::Noun noun, bool all, const mqs_shim::Questions &questions,
             Plugins &plugins, const KernelView *held = nullptr);

// What `why` needs of one look at a process.
struct Evidenced {
  mqs_shim::summaries::RankSummary rank;  // evidence, report and code; all else is the caller's
  bool is_held = false;
};

// A look for Noun::why at each target, in their order: in `jobs` processes at once (0: as processors are usable) where
// that is worth it, one after the other in this one if some are held. A process that ends the one that inspects it, or
// takes a minute, is one that cannot be inspected.
void look_at_all(std::vector<OpenedTarget> &targets, const mqs_shim::Questions &questions, Plugins &plugins,
                 const HeldTogether &held, unsigned jobs, Messages &messages,
                 const std::function<void(Evidenced)> &take);

}  // namespace command
