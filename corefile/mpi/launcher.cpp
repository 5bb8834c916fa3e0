#include "corefile/mpi/launcher.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <sstream>
#include <tuple>

#include "corefile/mpi/job_identity.h"
#include "corefile/mpi/mpi_process.h"
#include "corefile/process/proc_files.h"
#include "mpidbg/base/file_descriptor.h"

namespace corefile {

namespace {

constexpr std::size_t most_descendants = 65536;

struct Rank {
  bool is_unknown;  // unknown ranks come last
  std::string job;
  int rank;
  pid_t pid;
};

constexpr std::string_view launchers[] = {"orterun", "prterun", "prun", "srun", "oshrun", "shmemrun"};
// The names of launchers' daemons, cut to 15 characters like the names in /proc/PID/comm: hydra_bstrap_pr is
// hydra_bstrap_proxy.
constexpr std::string_view daemons[] = {"orted",           "prted",     "prte",       "hydra_pmi_proxy",
                                        "hydra_bstrap_pr", "pmi_proxy", "slurmstepd", "mpispawn"};

// Returns true if a process below a launcher is a rank. A rank's environment may lack the rank, because programs that
// show their state in `ps` overwrite their environment.
bool is_rank(pid_t pid, const JobIdentity &identity) {
  if (identity.world_rank) return !mpi_library_of(pid).empty();
  return launcher_kind(program_name(pid)) == LauncherKind::none && !loaded_mpi_library(pid).empty();
}

bool is_closed_to_us(pid_t pid) {
  const mpidbg::FileDescriptor environment(::open(proc_path(pid, "environ").c_str(), O_RDONLY | O_CLOEXEC));
  return !environment && (errno == EACCES || errno == EPERM);
}

}  // namespace

LauncherKind launcher_kind(std::string_view program) {
  // Launchers are mpirun, mpirun.openmpi, mpirun_rsh, mpiexec, mpiexec.hydra, mpiexec.mpich and others.
  if (program.starts_with("mpirun") || program.starts_with("mpiexec")) return LauncherKind::launcher;
  if (std::find(std::begin(launchers), std::end(launchers), program) != std::end(launchers)) {
    return LauncherKind::launcher;
  }
  const bool is_daemon = std::find(std::begin(daemons), std::end(daemons), program) != std::end(daemons);
  return is_daemon ? LauncherKind::daemon : LauncherKind::none;
}

std::string program_name(pid_t pid) {
  std::string name = read_proc_file(proc_path(pid, "comm")).value_or("");
  if (name.ends_with('\n')) name.pop_back();
  return name;
}

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  for (const pid_t tid : numbers_in(proc_path(pid, "task"))) {
    const auto content = read_proc_file(proc_path(pid, "task/" + std::to_string(tid) + "/children"));
    if (!content) continue;
    std::istringstream words(*content);
    for (pid_t child; words >> child;) children.push_back(child);
  }
  return children;
}

std::vector<pid_t> processes_started_by(pid_t launcher) {
  std::vector<Rank> ranks;
  std::vector<pid_t> pending = children_of(launcher);
  for (std::size_t seen = 0; !pending.empty() && seen < most_descendants; ++seen) {
    const pid_t pid = pending.back();
    pending.pop_back();
    const auto block = read_proc_file(proc_path(pid, "environ"));
    // A wrapper script that starts the rank has the same environment, so is_rank() also asks for an MPI library.
    const JobIdentity identity = block ? identity_in(environment_in_block(*block)) : JobIdentity{};
    if (is_rank(pid, identity)) {
      ranks.push_back({!identity.world_rank, identity.job, identity.world_rank.value_or(0), pid});
      continue;  // processes that a rank has started are not ranks of this job
    }
    const std::vector<pid_t> children = children_of(pid);
    pending.insert(pending.end(), children.begin(), children.end());
  }
  std::sort(ranks.begin(), ranks.end(), [](const Rank &a, const Rank &b) {
    return std::tie(a.is_unknown, a.job, a.rank, a.pid) < std::tie(b.is_unknown, b.job, b.rank, b.pid);
  });
  std::vector<pid_t> pids;
  pids.reserve(ranks.size());
  for (const Rank &rank : ranks) pids.push_back(rank.pid);
  return pids;
}

std::optional<pid_t> unreadable_below(pid_t launcher) {
  std::optional<pid_t> found;
  std::vector<pid_t> pending = {launcher};
  for (std::size_t seen = 0; !pending.empty() && seen < most_descendants; ++seen) {
    const pid_t pid = pending.back();
    pending.pop_back();
    const std::vector<pid_t> children = children_of(pid);
    pending.insert(pending.end(), children.begin(), children.end());
    if (!is_closed_to_us(pid)) continue;
    found = pid;
    // A process that cannot be inspected and has no children is probably a rank.
    if (children.empty() && launcher_kind(program_name(pid)) == LauncherKind::none) break;
  }
  return found;
}

}  // namespace corefile
