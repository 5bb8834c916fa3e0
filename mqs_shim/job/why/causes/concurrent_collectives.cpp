#include "mqs_shim/job/why/causes/concurrent_collectives.h"

#include <set>

namespace mqs_shim::why {

std::vector<Cause> concurrent_collectives(const Waits &waits, const std::vector<std::uint32_t> &agents) {
  std::vector<Cause> causes;
  std::set<CommunicatorIndex::Id> found;
  for (const std::uint32_t number : agents) {
    const Agent &agent = waits.agents()[number];
    const Collective *const collective = waits.collective(number);
    if (agent.schedule || collective == nullptr || collective->communicator_inferred) continue;
    const auto on = waits.communicators().id(agent.process, collective->communicator);
    if (on == CommunicatorIndex::unknown || found.contains(on)) continue;
    for (const Entry &entry : waits.collectives().of(on, agent.process)) {
      if (entry.schedule || entry.agent == agent.index || entry.of(waits.evidence()).communicator_inferred) continue;
      const auto other = waits.number_of({entry.process, entry.agent, false});
      if (!other || !found.insert(on).second) continue;
      Cause &cause = causes.emplace_back();
      cause.kind = CauseKind::concurrent_collectives;
      cause.agent = number;
      cause.process = agent.process;
      cause.other_agent = *other;
    }
  }
  return causes;
}

}  // namespace mqs_shim::why
