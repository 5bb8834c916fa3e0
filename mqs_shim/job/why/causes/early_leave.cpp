#include "mqs_shim/job/why/causes/early_leave.h"

namespace mqs_shim::why {

bool may_be_past(const Waits &waits, std::uint32_t agent, std::uint32_t process) {
  const Collective *const collective = waits.collective(agent);
  if (collective == nullptr) return false;
  const Agent &waiting = waits.agents()[agent];
  const auto on = waits.communicators().id(waiting.process, collective->communicator);
  if (on == CommunicatorIndex::unknown) return false;
  const GlobalCommunicator &members = waits.communicators().all()[on];
  const auto rank = members.members.rank_of(waits.evidence()[waiting.process].id);
  if (needs_of(*collective, rank, !members.remote_members.empty()) == Needs::all) return false;
  if (waits.collectives().entered(*collective, on, process) == Entered::no) return false;
  if (!waiting.schedule) return true;
  const auto number = waits.evidence()[waiting.process].schedules[waiting.index].number;
  if (waits.collectives().not_started_on(on, process, number)) return false;
  const auto begun = waits.collectives().begun_on(on, process);
  return !begun || *begun >= number.value_or(1);
}

}  // namespace mqs_shim::why
