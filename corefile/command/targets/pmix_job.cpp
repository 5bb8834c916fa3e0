#include "corefile/command/targets/pmix_job.h"

#include "corefile/command/targets/own_programs.h"
#include "corefile/launch/run_programs.h"
#include "corefile/mpi/launcher.h"
#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"

namespace command {

namespace {

constexpr const char *table_program = "mpidbg-pmix-table";

}  // namespace

corefile::ProcessesByHost read_pmix_table(std::string_view text) {
  corefile::ProcessesByHost processes;
  for (const std::string_view line : mpidbg::split_list(text, '\n')) {
    const std::vector<std::string_view> words = mpidbg::split(line, ' ');
    if (words.size() != 2 || words[0].empty()) continue;
    if (const auto pid = mpidbg::whole_number<pid_t>(words[1]); pid && *pid > 0)
      processes[std::string(words[0])].insert(*pid);
  }
  return processes;
}

mpidbg::Result<corefile::LauncherJob> job_by_pmix(pid_t launcher, std::chrono::milliseconds time) {
  using mpidbg::Error;
  using mpidbg::ErrorCode;
  const std::string who = "pid " + std::to_string(launcher) + " (" + corefile::program_name(launcher) + ")";
  const auto program = program_beside(table_program);
  if (!program) {
    return Error{ErrorCode::not_supported, who + " has no table of its processes in its memory, and " + table_program +
                                               ", which asks it through PMIx, is not installed beside mpidbg"};
  }
  const corefile::ProgramOutput answer = corefile::output_of({program->string(), std::to_string(launcher)}, time);
  if (!answer.end.is_success())
    return Error{ErrorCode::unavailable, who + ": " + corefile::describe(answer.end, table_program)};
  corefile::LauncherJob job;
  job.launcher = corefile::LauncherJob::Launcher::mpirun;
  job.processes = read_pmix_table(answer.text);
  for (const auto &[host, pids] : job.processes) job.nodes.push_back(host);
  if (job.nodes.empty()) return Error{ErrorCode::unavailable, who + " has started no processes yet"};
  return job;
}

}  // namespace command
