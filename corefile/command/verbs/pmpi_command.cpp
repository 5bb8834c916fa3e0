// Implements `pmpi`, which shows the tools between a program and its MPI library.

#include "corefile/capture/capture_image.h"
#include "corefile/command/targets/look.h"
#include "corefile/command/targets/module_files.h"
#include "corefile/command/targets/targets.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/pmpi_facts.h"
#include "corefile/command/verbs/pmpi_report.h"
#include "corefile/command/words/output.h"

namespace command {

namespace {

corefile::Result<corefile::MpiProfiling> profiling_of(const OpenedTarget &target) {
  if (!target.process) return corefile::Error{corefile::ErrorCode::unavailable, target.problem};
  if (const auto *capture = dynamic_cast<const corefile::CaptureImage *>(target.process.get()))
    return decode_profiling(capture->facts().profiling, *capture);
  return corefile::examine_mpi_profiling(*target.process);
}

// Reports that a process could not be examined. If files of the process are missing, the MPI library may be one of
// them.
ExitCode report_problem(const OpenedTarget &target, const corefile::Error &error, Messages &messages) {
  if (target.process && error.code == corefile::ErrorCode::not_found) {
    std::vector<std::string> unseen = file_warnings(*target.process);
    for (const std::string &warning : target.process->warnings()) unseen.push_back(warning);
    const std::string reason = unseen.empty() ? std::string() : why_no_library(*target.process);
    if (!reason.empty()) {
      for (const std::string &warning : unseen) messages.warning(warning);
      messages.error(about_target(target.process->name(), reason));
      return ExitCode::not_enough;
    }
  }
  messages.error(error.message);
  return ExitCode::failed;
}

}  // namespace

ExitCode run_pmpi(const Options &options, Messages &messages) {
  Output output(options.output);
  ExitCode code = ExitCode::done;
  if (output.is_open()) {
    mqs_shim::Sink sink(output.writer());
    mqs_shim::JsonWriter json(sink);
    if (options.json) {
      json.begin_object();
      json.key("schema").string("mpidbg-pmpi-1");
      json.key("processes").begin_array(true);
    }
    for (OpenedTarget &target : open_targets(options, messages)) {
      const auto profiling = profiling_of(target);
      if (!profiling) {
        code = worse(code, report_problem(target, profiling.error(), messages));
        continue;
      }
      for (const std::string &warning : target.process->warnings()) messages.warning(warning);
      if (!profiling->unseen.empty() || !profiling->partly_seen.empty()) code = worse(code, ExitCode::not_enough);
      if (options.json) {
        write_pmpi_json(json, target.name, *profiling);
      } else {
        sink.append(pmpi_text(target.name, *profiling, options.render.verbose));
      }
    }
    if (options.json) {
      json.end_array();
      json.end_object();
      sink.append('\n');
    }
  }
  if (!output.close(messages)) code = ExitCode::failed;
  return code;
}

}  // namespace command
