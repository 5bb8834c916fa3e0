#include "mqs_shim/job/why/causes/missing_root.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "mqs_shim/job/why/verdict/mismatch.h"

namespace mqs_shim::why {

namespace {

constexpr std::size_t most_collectives = 16;

// Says whether a process is the root of a rooted collective, judged by the internal messages that it waits for.
enum class Part : std::uint8_t { root, other, unknown };

Part part_of(const Waits &waits, const Verdict &verdict, std::uint32_t agent, Flow flow, const Members &partners) {
  const Evidence &evidence = waits.evidence()[waits.agents()[agent].process];
  Part part = Part::unknown;
  for (const std::uint32_t index : reasons(waits, verdict, agent)) {
    const Condition condition = waits.condition(agent, index);
    if (condition.kind != ConditionKind::operation) return Part::unknown;
    const Operation &operation = evidence.operations[static_cast<std::size_t>(condition.index)];
    if (!operation.internal || !operation.peer || !partners.contains(*operation.peer)) return Part::unknown;
    const bool sends = operation.kind == OperationKind::send;
    const Part seen = sends == (flow == Flow::from_root) ? Part::root : Part::other;
    if (part != Part::unknown && part != seen) return Part::unknown;
    part = seen;
  }
  return part;
}

// Returns true if the process may be the root of a collective that another process is in.
bool may_be_root(const Waits &waits, const Verdict &verdict, std::uint32_t process, const Collective &collective,
                 CommunicatorIndex::Id communicator, const Members &partners) {
  for (const Entry &entry : waits.collectives().of(communicator, process)) {
    if (!can_be_same(entry.of(waits.evidence()), collective)) continue;
    const auto agent = waits.number_of({process, entry.agent, entry.schedule});
    return !agent || part_of(waits, verdict, *agent, flow_of(collective), partners) != Part::other;
  }
  return waits.role(process) != Role::waits && waits.role(process) != Role::gone;
}

// Returns true if a process has unreceived internal data from one of these senders, for example from a root that has
// left the collective.
bool has_data_from(const Evidence &evidence, std::int32_t communicator, const Members &senders) {
  return std::any_of(evidence.operations.begin(), evidence.operations.end(), [&](const Operation &one) {
    return one.kind == OperationKind::unexpected && one.internal && one.communicator == communicator && one.peer &&
           senders.contains(*one.peer);
  });
}

}  // namespace

std::vector<MissingRoot> find_missing_roots(const Waits &waits, const Verdict &verdict,
                                            const std::vector<std::uint32_t> &agents) {
  std::vector<MissingRoot> found;
  std::set<std::pair<CommunicatorIndex::Id, std::string>> known;
  for (const std::uint32_t agent : agents) {
    const Collective *const collective = waits.collective(agent);
    if (collective == nullptr || flow_of(*collective) == Flow::between_all) continue;
    const std::uint32_t process = waits.agents()[agent].process;
    const auto communicator = waits.communicators().id(process, collective->communicator);
    if (communicator == CommunicatorIndex::unknown || known.size() >= most_collectives) continue;
    const Communicator &own =
        waits.evidence()[process].communicators[static_cast<std::size_t>(collective->communicator)];
    if (own.remote_members.empty()) continue;
    if (part_of(waits, verdict, agent, flow_of(*collective), own.remote_members) != Part::other) continue;
    if (!known.insert({communicator, collective->name}).second) continue;
    MissingRoot missing{agent, communicator, {}};
    if (has_data_from(waits.evidence()[process], collective->communicator, own.remote_members)) continue;
    bool has_root = false;
    waits.processes().each_while(own.remote_members, [&](std::uint32_t other) {
      missing.group.push_back(other);
      has_root = may_be_root(waits, verdict, other, *collective, communicator, own.members);
      return !has_root && missing.group.size() <= most_helpers;
    });
    const bool is_complete = static_cast<std::int64_t>(missing.group.size()) == own.remote_members.size();
    if (!has_root && is_complete) found.push_back(std::move(missing));
  }
  return found;
}

}  // namespace mqs_shim::why
