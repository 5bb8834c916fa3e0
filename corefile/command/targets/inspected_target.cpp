#include "corefile/command/targets/inspected_target.h"

#include <iterator>
#include <utility>

#include "corefile/command/targets/module_files.h"

namespace command {

using mqs_shim::ProcessReport;
using mqs_shim::Session;

mpidbg::Result<Session *> InspectedTarget::session() {
  if (!opened().process) return corefile::cannot_be_inspected(opened().problem);
  corefile::Process &process = *opened().process;
  memory_ = std::make_unique<corefile::ProcessTarget>(process);
  auto plugin = plugins_.plugin_for(*memory_);
  if (!plugin) return corefile::cannot_be_inspected(plugin.error().message);
  mqs_shim::SessionOptions options;
  options.image_name = opened().name;
  options.capture_output = true;
  auto session = Session::open(**plugin, *memory_, options);
  if (!session) {
    // The session was set up while the process ran, to hold it for a shorter time. That failed, perhaps because the
    // process changed the inspected data, so the setup is repeated while the process is held.
    if (const auto held = hold(); !held) return corefile::cannot_be_inspected(held.error().message);
    session = Session::open(**plugin, *memory_, options);
    resume();
  }
  if (!session) {
    mpidbg::Error error = session.error();
    // If the plugin is not mpidbg's own, its error is kept, because it says what that plugin has looked for.
    const bool is_of_another = !(*plugin)->dialect().extended;
    if (const std::string reason = why_no_library(process); !reason.empty())
      error.message = is_of_another ? error.message + "; " + reason : reason;
    return error;
  }
  session_ = std::move(*session);
  process.prepare_stacks();
  return session_.get();
}

mqs_shim::Surroundings InspectedTarget::surroundings() const {
  mqs_shim::Surroundings known = corefile::InspectedTarget::surroundings();
  if (!opened().process) return known;
  std::vector<std::string> files = file_warnings(*opened().process);
  known.warnings.insert(known.warnings.end(), std::make_move_iterator(files.begin()),
                        std::make_move_iterator(files.end()));
  return known;
}

bool InspectedTarget::end_look(ProcessReport &report) {
  session_.reset();
  memory_.reset();
  return corefile::InspectedTarget::end_look(report);
}

InspectedTargets::InspectedTargets(std::vector<OpenedTarget> &targets, Plugins &plugins) {
  for (OpenedTarget &target : targets) {
    targets_.push_back(std::make_unique<InspectedTarget>(target, plugins));
    all_.push_back(targets_.back().get());
  }
}

ProcessReport not_inspected(const OpenedTarget &target, const std::string &problem) {
  ProcessReport report;
  corefile::add_names(report, target);
  report.error = problem;
  mqs_shim::Surroundings known;
  known.world_rank = target.identity.world_rank;
  known.world_size = target.identity.world_size;
  add_surroundings(report, std::move(known));
  return report;
}

}  // namespace command
