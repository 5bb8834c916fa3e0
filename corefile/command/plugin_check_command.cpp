// plugin check

#include "corefile/command/commands.h"
#include "corefile/command/output.h"
#include "corefile/command/targets.h"
#include "mqs_shim/plugin/plugin_check.h"
#include "mqs_shim/targets/process_target.h"

namespace command {

ExitCode run_plugin_check(const Options &options, Messages &messages) {
  Output output(options.output);
  if (!output.is_open()) {
    output.close(messages);
    return ExitCode::failed;
  }
  OpenedTarget target;
  std::unique_ptr<mqs_shim::ProcessTarget> memory;
  if (!options.targets.empty()) {
    target = open_single_target(options.targets.front(), options);
    if (!target.process) {
      messages.error(target.problem);
      return ExitCode::failed;
    }
    memory = std::make_unique<mqs_shim::ProcessTarget>(*target.process);
  }
  const mqs_shim::PluginReport report = mqs_shim::check_plugin(options.file, memory.get());
  output.write(mqs_shim::plugin_report_text(report));
  ExitCode code = report.loaded && report.usable() ? ExitCode::done : ExitCode::failed;
  if (!output.close(messages)) code = ExitCode::failed;
  return code;
}

}  // namespace command
