#include "corefile/mpi/ended_rank.h"

#include <algorithm>
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

}  // namespace

std::optional<JobIdentity> identity_of_ended(pid_t pid) {
  if (kernel_state(pid) != KernelState::zombie) return std::nullopt;
  const auto status = read_proc_file(proc_path(pid, "status"));
  const auto launcher = status ? static_cast<pid_t>(status_number(*status, "PPid")) : pid_t{0};
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

}  // namespace corefile
