#include "corefile/mpi/ended_rank.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "corefile/mpi/launcher.h"
#include "corefile/process/proc_files.h"
#include "corefile/process/thread_status.h"

namespace corefile {

namespace {

JobIdentity identity_of(pid_t pid) {
  const auto block = read_proc_file(proc_path(pid, "environ"));
  return block ? identity_in(environment_in_block(*block)) : JobIdentity{};
}

// Returns the pid of the parent; 0 if it cannot be read.
pid_t parent_of(pid_t pid) {
  const auto status = read_proc_file(proc_path(pid, "status"));
  return status ? static_cast<pid_t>(status_number(*status, "PPid")) : pid_t{0};
}

}  // namespace

std::optional<JobIdentity> identity_of_ended(pid_t pid) {
  if (kernel_state(pid) != KernelState::zombie) return std::nullopt;
  const pid_t launcher = parent_of(pid);
  if (launcher <= 1 || launcher_kind(program_name(launcher)) == LauncherKind::none) return std::nullopt;
  const std::string name = program_name(pid);
  std::vector<pid_t> ranks = children_of(launcher);
  std::erase_if(ranks, [&](pid_t child) { return program_name(child) != name; });
  std::sort(ranks.begin(), ranks.end());
  std::optional<JobIdentity> found;
  for (std::size_t place = 0; place < ranks.size(); ++place) {
    if (kernel_state(ranks[place]) == KernelState::zombie) continue;
    JobIdentity one = identity_of(ranks[place]);
    const bool is_in_place =
        one.world_rank == static_cast<int>(place) && one.world_size == static_cast<int>(ranks.size());
    if (!is_in_place || one.job.empty() || (found && found->job != one.job)) return std::nullopt;
    found = std::move(one);
  }
  if (found) found->world_rank = static_cast<int>(std::find(ranks.begin(), ranks.end(), pid) - ranks.begin());
  return found;
}

std::vector<pid_t> ended_beside(const std::vector<pid_t> &ranks) {
  std::set<pid_t> launchers;
  for (const pid_t rank : ranks) launchers.insert(parent_of(rank));
  std::vector<pid_t> ended;
  for (const pid_t launcher : launchers) {
    for (const pid_t child : children_of(launcher)) {
      if (identity_of_ended(child)) ended.push_back(child);
    }
  }
  return ended;
}

}  // namespace corefile
