// Implements `jobs`, which lists the MPI jobs of this node.

#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/jobs_report.h"
#include "corefile/command/words/output.h"

namespace command {

ExitCode run_jobs(const Options &options, Messages &messages) {
  Output output(options.output);
  if (output.is_open()) {
    const auto found = corefile::local_jobs();
    if (!found) {
      messages.error(found.error().message);
      return ExitCode::failed;
    }
    const std::vector<corefile::LocalJob> &jobs = *found;
    mqs_shim::Sink sink(output.writer());
    if (options.json) {
      mqs_shim::JsonWriter json(sink);
      write_jobs_json(json, jobs);
      sink.append('\n');
    } else if (options.pids) {
      for (const corefile::LocalJob &job : jobs)
        for (const pid_t pid : job.targets()) sink.append(std::to_string(pid) + '\n');
    } else {
      sink.append(jobs_text(jobs, options.render.verbose));
    }
  }
  return output.close(messages) ? ExitCode::done : ExitCode::failed;
}

}  // namespace command
