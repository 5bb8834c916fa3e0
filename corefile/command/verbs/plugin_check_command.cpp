// Implements `plugin check`, which tests a debug plugin.

#include "corefile/command/targets/targets.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/plugin_report.h"
#include "corefile/command/words/output.h"
#include "corefile/targets/process_target.h"
#include "mpidbg/base/regular_file.h"

namespace command {
namespace {

constexpr std::size_t largest_description = std::size_t{1} << 20;

mpidbg::Result<mqs_shim::ProcessScript> read_process(const std::string &path) {
  MPIDBG_ASSIGN(text, mpidbg::read_regular_file(path, largest_description));
  auto script = mqs_shim::ProcessScript::parse(text);
  if (!script) return mpidbg::Error{script.error().code, path + ": " + script.error().message};
  return script;
}

}  // namespace

ExitCode run_plugin_check(const Options &options, Messages &messages) {
  Output output(options.output);
  if (!output.is_open()) {
    output.close(messages);
    return ExitCode::failed;
  }
  OpenedTarget target;
  std::unique_ptr<corefile::ProcessTarget> memory;
  if (!options.targets.empty()) {
    target = open_single_target(options.targets.front(), options);
    if (!target.process) {
      messages.error(target.problem);
      return ExitCode::not_enough;
    }
    memory = std::make_unique<corefile::ProcessTarget>(*target.process);
  }
  mqs_shim::PluginCheckOptions check;
  check.target = memory.get();
  check.says_refusals = options.render.verbose;
  for (const std::string &path : options.processes) {
    auto script = read_process(path);
    if (!script) {
      messages.error(script.error().message);
      return ExitCode::not_enough;
    }
    check.processes.push_back(std::move(*script));
  }
  const mqs_shim::PluginReport report = mqs_shim::check_plugin(options.file, check);
  if (!report.problem.empty()) {
    messages.error("cannot test " + options.file + ": " + report.problem);
    return ExitCode::not_enough;
  }
  if (options.json) {
    mqs_shim::Sink sink(output.writer());
    mqs_shim::JsonWriter json(sink);
    write_plugin_json(json, report);
    sink.append('\n');
  } else {
    output.write(plugin_report_text(report, memory || !options.processes.empty()));
  }
  ExitCode code = report.is_faulty() ? ExitCode::failed : report.is_tested() ? ExitCode::done : ExitCode::not_enough;
  if (!output.close(messages)) code = ExitCode::failed;
  return code;
}

}  // namespace command
