// Implements `collect`, which a launcher starts on each node of a job. It looks at the job's processes there, and sends
// their summary to the mpidbg that has used the launcher.

#include <unistd.h>

#include <cstdlib>
#include <string>

#include "corefile/command/targets/collect.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/launch/answer_stream.h"
#include "corefile/mpi/ended_rank.h"
#include "corefile/mpi/job_selection.h"

namespace command {

namespace {

constexpr unsigned more_time = 5;  // seconds by which we outlast the mpidbg that has started us

std::string own_host() {
  char name[256] = "";
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

// Returns the name by which Slurm knows the node, or else the node's own name.
std::string node_name(const std::string &host) {
  const char *const slurm = std::getenv("SLURMD_NODENAME");
  return slurm != nullptr && *slurm != '\0' ? slurm : host;
}

void collect_into(corefile::CollectorOutput &output, const std::string &host, const Options &options,
                  Messages &messages) {
  Plugins plugins(options.plugin);
  if (const auto loaded = plugins.load_if_independent_of_target(); !loaded)
    return output.problem(loaded.error().message);
  const auto selection = corefile::JobSelection::parse(options.selection);
  if (!selection) return output.problem(selection.error().message);
  const auto pids = corefile::ranks_on_this_node(*selection);
  if (!pids) return output.problem(pids.error().message);
  if (pids->empty()) return;
  Options of_pids = options;
  for (const pid_t pid : *pids) of_pids.targets.push_back(std::to_string(pid));
  for (const pid_t pid : corefile::ended_beside(*pids)) of_pids.targets.push_back(std::to_string(pid));
  output.record(collect(open_targets(of_pids, messages), plugins, options.jobs, messages, {host, true, options.held})
                    .summary.encode());
}

}  // namespace

ExitCode run_collect(const Options &options, Messages &messages) {
  // The alarm ends this collector even if it hangs; processes that it holds then continue.
  ::alarm(static_cast<unsigned>(options.timeout) + more_time);
  const std::string host = own_host();
  corefile::CollectorOutput output(STDOUT_FILENO, {node_name(host), host}, MPIDBG_VERSION);
  collect_into(output, host, options, messages);
  return output.end() ? ExitCode::done : ExitCode::failed;
}

}  // namespace command
