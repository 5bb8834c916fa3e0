#pragma once
// Inspects one process: loads the plugin, holds the process still while it is read, completes the report.

#include <map>
#include <memory>
#include <string>

#include "corefile/command/exit_code.h"
#include "corefile/command/targets.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/records/records.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"

namespace command {

// Plugins by path, each loaded once.
class Plugins {
 public:
  explicit Plugins(const mqs_shim::PluginSearch &search) : search_(search) {}

  mpidbg::Result<const mqs_shim::Plugin *> plugin_for(mqs_shim::Target &target);
  // What cannot be right for any target: our own plugin, or the one that the user named.
  mpidbg::Status load_if_independent_of_target();

 private:
  mpidbg::Result<const mqs_shim::Plugin *> load(mpidbg::Result<std::string> path);

  const mqs_shim::PluginSearch &search_;
  std::map<std::string, std::unique_ptr<mqs_shim::Plugin>, std::less<>> loaded_;
};

struct Look {
  mqs_shim::ProcessReport report;
  ExitCode code = ExitCode::done;
};

Look look_at(OpenedTarget &target, mqs_shim::Noun noun, bool all, const mqs_shim::Questions &questions,
             Plugins &plugins);

}  // namespace command
