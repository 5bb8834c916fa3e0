#include "mqs_shim/job/why/causes/left_out.h"

#include <algorithm>
#include <set>

namespace mqs_shim::why {

std::vector<Cause> left_out_collectives(const Waits &waits, const std::vector<std::uint32_t> &agents) {
  std::vector<Cause> causes;
  std::set<CommunicatorIndex::Id> seen;
  for (const std::uint32_t agent : agents) {
    const Collective *const collective = waits.collective(agent);
    if (collective == nullptr || waits.agents()[agent].schedule) continue;
    const std::uint32_t process = waits.agents()[agent].process;
    const auto on = waits.communicators().id(process, collective->communicator);
    if (on == CommunicatorIndex::unknown || !seen.insert(on).second) continue;
    const GlobalCommunicator &members = waits.communicators().all()[on];
    const auto rank = members.members.rank_of(waits.evidence()[process].id);
    if (needs_of(*collective, rank, !members.remote_members.empty()) != Needs::all) continue;
    Cause cause;
    waits.processes().each(members.members, [&](std::uint32_t other) {
      const ProcessState state = waits.evidence()[other].state;
      const bool is_over = state == ProcessState::in_finalize || state == ProcessState::finalized;
      const bool has_entered = waits.collectives().entered(*collective, on, other) == Entered::yes;
      if (is_over && !has_entered && cause.group.size() < most_helpers) cause.group.push_back(other);
    });
    if (cause.group.empty()) continue;
    cause.kind = CauseKind::left_out;
    cause.agent = agent;
    cause.process = cause.group.front();
    causes.push_back(std::move(cause));
  }
  return causes;
}

}  // namespace mqs_shim::why
