#pragma once
// Inspects one process: loads the plugin, holds the process still while it is read, completes the report.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "corefile/command/exit_code.h"
#include "corefile/command/messages.h"
#include "corefile/command/targets.h"
#include "corefile/mpi/mpi_stack.h"
#include "corefile/process/thread_status.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/records/records.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/summary/rank_summary.h"

namespace command {

// Plugins by path, each loaded once.
class Plugins {
 public:
  explicit Plugins(const mqs_shim::PluginSearch &search) : search_(search) {}

  mpidbg::Result<const mqs_shim::Plugin *> plugin_for(mqs_shim::Target &target);
  // What cannot be right for any target: our own plugin, or the one that the user named.
  mpidbg::Status load_if_independent_of_target();

 private:
  mpidbg::Result<const mqs_shim::Plugin *> load(mpidbg::Result<mqs_shim::FoundPlugin> found);

  const mqs_shim::PluginSearch &search_;
  std::map<std::string, std::unique_ptr<mqs_shim::Plugin>, std::less<>> loaded_;
};

struct Look {
  mqs_shim::ProcessReport report;
  ExitCode code = ExitCode::done;
};

// What the stacks of a process add to the questions of a noun: what its calls may wait for.
void add_stacks(mqs_shim::Noun noun, const std::vector<corefile::MpiStack> &stacks, mqs_shim::Questions &questions);
// Where the calls were made that the recorder has noted.
void name_last_calls(const corefile::Process &process, mqs_shim::ProcessReport &report);

// What the kernel says of a process, which can only be asked before the process is held still.
struct KernelView {
  explicit KernelView(const OpenedTarget &target);

  corefile::KernelState state = corefile::KernelState::unknown;
  std::vector<corefile::ThreadStatus> threads;
};

// "pid 4151: no permission": what failed, with the target that it is about.
std::string about_target(const mqs_shim::ProcessReport &report);

// Some of the targets, all held still together until the end of the scope; none while another mpidbg does not let one
// of them go.
class HeldTogether {
 public:
  // `names`: of the targets.
  HeldTogether(std::vector<OpenedTarget> &targets, const std::vector<std::string> &names);
  ~HeldTogether() { let_go(); }
  HeldTogether(const HeldTogether &) = delete;
  HeldTogether &operator=(const HeldTogether &) = delete;

  bool holds_any() const { return !held_.empty(); }
  // The stopped process of a target. Null if the target is not held, or could not be stopped.
  const KernelView *find(const OpenedTarget &target) const;

 private:
  bool hold(std::vector<OpenedTarget> &targets, const std::vector<std::string> &names);
  void let_go();

  std::map<const OpenedTarget *, KernelView> held_;
};

// `held`: what the kernel said of a target that is held already.
Look look_at(OpenedTarget &target, mqs_shim::Noun noun, bool all, const mqs_shim::Questions &questions,
             Plugins &plugins, const KernelView *held = nullptr);

// What `why` needs of one look at a process.
struct Evidenced {
  mqs_shim::summaries::RankSummary rank;  // evidence, report and code; all else is the caller's
  bool is_held = false;
};

// A look for Noun::why at each target, in their order: in `jobs` processes at once (0: as
// processors are usable) where that is worth it, one after the
// other in this one if some are held. A process that ends the one that inspects it, or takes a minute, is one that
// cannot be inspected.
void look_at_all(std::vector<OpenedTarget> &targets, const mqs_shim::Questions &questions, Plugins &plugins,
                 const HeldTogether &held, unsigned jobs, Messages &messages,
                 const std::function<void(Evidenced)> &take);

}  // namespace command
