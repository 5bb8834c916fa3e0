#include "mqs_shim/records/handles/members.h"

#include "mpidbg/base/limits.h"
#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

std::vector<ProcessName> to_members(const mpidbg_process_t *processes, const mpidbg_process_name_t *names, int count) {
  std::vector<ProcessName> members;
  if (processes == nullptr && names == nullptr) return members;
  members.resize(bounded(count, mpidbg::limits::group_members));
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (processes != nullptr) members[i].world_rank = processes[i].mpi_comm_world_rank;
    if (names != nullptr) {
      members[i].job = names[i].job;
      members[i].rank = names[i].rank;
    } else if (members[i].world_rank >= 0) {
      members[i].rank = static_cast<std::uint32_t>(members[i].world_rank);
    }
  }
  return members;
}

}  // namespace mqs_shim
