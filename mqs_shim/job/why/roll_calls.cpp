#include "mqs_shim/job/why/roll_calls.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace mqs_shim::why {

namespace {

using Key = std::tuple<std::string, std::optional<std::int32_t>, std::optional<std::int64_t>>;

// Adds whom an agent waits for by messages of the library; false if that is not all, or not known.
bool add_awaited(const Waits &waits, const Entry &entry, std::vector<std::uint32_t> &awaited) {
  const Evidence &evidence = waits.evidence()[entry.process];
  const auto add_operation = [&](std::int32_t index) {
    if (index < 0 || static_cast<std::size_t>(index) >= evidence.operations.size()) return false;
    const Operation &operation = evidence.operations[static_cast<std::size_t>(index)];
    if (!operation.internal || !operation.peer) return false;
    if (const auto peer = waits.processes().find(*operation.peer)) awaited.push_back(*peer);
    return true;
  };
  const auto add_schedule = [&](std::size_t index) {
    if (index >= evidence.schedules.size() || !evidence.schedules[index].visible) return false;
    const std::vector<std::int32_t> &operations = evidence.schedules[index].operations;
    return std::all_of(operations.begin(), operations.end(), add_operation);
  };
  if (entry.schedule) return add_schedule(entry.agent);
  const Thread &thread = evidence.threads[entry.agent];
  if (thread.activity == Activity::unknown || thread.inferred) return false;
  return std::all_of(thread.conditions.begin(), thread.conditions.end(), [&](const Condition &condition) {
    if (condition.kind == ConditionKind::operation) return add_operation(condition.index);
    return condition.kind == ConditionKind::schedule && add_schedule(static_cast<std::size_t>(condition.index));
  });
}

// Of one collective: whom those in it wait for, sorted; nothing if each member may be needed.
std::optional<std::vector<std::uint32_t>> awaited_in(const Waits &waits, const Roll &roll, const RollGroup &group) {
  const GlobalCommunicator &members = waits.communicators().all()[roll.communicator];
  const Collective &example = group.example.of(waits.evidence());
  std::vector<std::uint32_t> awaited;
  for (const std::uint32_t process : group.processes) {
    const auto rank = members.members.rank_of(waits.evidence()[process].id);
    for (const Entry &entry : waits.collectives().of(roll.communicator, process)) {
      const Collective &collective = entry.of(waits.evidence());
      if (!can_be_same(collective, example)) continue;
      if (needs_of(collective, rank, !members.remote_members.empty()) == Needs::all) return std::nullopt;
      if (!add_awaited(waits, entry, awaited)) return std::nullopt;
    }
  }
  std::sort(awaited.begin(), awaited.end());
  return awaited;
}

std::vector<std::uint32_t> not_awaited(const Waits &waits, const Roll &roll) {
  std::vector<std::optional<std::vector<std::uint32_t>>> awaited;
  std::vector<std::uint32_t> candidates = roll.absent;
  for (const RollGroup &group : roll.groups) {
    awaited.push_back(awaited_in(waits, roll, group));
    candidates.insert(candidates.end(), group.processes.begin(), group.processes.end());
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  std::erase_if(candidates, [&](std::uint32_t process) {
    bool is_outside = false;
    for (std::size_t i = 0; i < roll.groups.size(); ++i) {
      const std::vector<std::uint32_t> &inside = roll.groups[i].processes;
      if (std::binary_search(inside.begin(), inside.end(), process)) continue;
      is_outside = true;
      if (!awaited[i] || std::binary_search(awaited[i]->begin(), awaited[i]->end(), process)) return true;
    }
    return !is_outside;
  });
  return candidates;
}

Roll call_roll(const Waits &waits, CommunicatorIndex::Id communicator) {
  Roll roll;
  roll.communicator = communicator;
  std::map<Key, RollGroup> groups;
  std::vector<std::uint32_t> present;
  for (const Entry &entry : waits.collectives().on(communicator)) {
    const Collective &collective = entry.of(waits.evidence());
    // What a blocking call of the same process has begun for itself.
    const auto all = waits.collectives().of(communicator, entry.process);
    const bool is_part = entry.schedule && collective.name.empty() &&
                         std::any_of(all.begin(), all.end(), [](const Entry &other) { return !other.schedule; });
    if (is_part) continue;
    const auto [found, is_new] = groups.try_emplace({collective.name, collective.root, collective.sequence});
    RollGroup &group = found->second;
    if (is_new) group.example = entry;
    if (group.processes.empty() || group.processes.back() != entry.process) group.processes.push_back(entry.process);
    if (present.empty() || present.back() != entry.process) present.push_back(entry.process);
  }
  for (auto &[key, group] : groups) roll.groups.push_back(std::move(group));
  std::stable_sort(roll.groups.begin(), roll.groups.end(), [](const RollGroup &one, const RollGroup &other) {
    return one.processes.size() < other.processes.size();
  });
  const GlobalCommunicator &members = waits.communicators().all()[communicator];
  std::int64_t seen = 0;
  for (const Members &list : {members.members, members.remote_members}) {
    waits.processes().each(list, [&](std::uint32_t process) {
      ++seen;
      if (std::binary_search(present.begin(), present.end(), process)) return;
      const bool may_be_in = std::any_of(roll.groups.begin(), roll.groups.end(), [&](const RollGroup &group) {
        return waits.collectives().may_be_in(group.example.of(waits.evidence()), process);
      });
      if (!may_be_in) roll.absent.push_back(process);
    });
  }
  roll.unseen = seen < members.members.size() + members.remote_members.size();
  roll.not_awaited = not_awaited(waits, roll);
  return roll;
}

}  // namespace

std::vector<Roll> roll_calls(const Waits &waits) {
  std::vector<CommunicatorIndex::Id> wanted;
  const auto want = [&](std::uint32_t process, const Collective &collective) {
    const CommunicatorIndex::Id communicator = waits.communicators().id(process, collective.communicator);
    const bool is_new = wanted.empty() || wanted.back() != communicator;
    if (communicator != CommunicatorIndex::unknown && is_new) wanted.push_back(communicator);
  };
  for (std::size_t number = 0; number < waits.agents().size(); ++number) {
    const Agent &agent = waits.agents()[number];
    if (agent.schedule) continue;
    const Evidence &evidence = waits.evidence()[agent.process];
    const Thread &thread = evidence.threads[agent.index];
    if (thread.collective) want(agent.process, *thread.collective);
    for (const Condition &condition : thread.conditions) {
      const auto index = static_cast<std::size_t>(condition.index);
      if (condition.kind == ConditionKind::schedule && condition.index >= 0 && index < evidence.schedules.size()) {
        want(agent.process, evidence.schedules[index].collective);
      }
    }
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::vector<Roll> rolls;
  rolls.reserve(wanted.size());
  for (const CommunicatorIndex::Id communicator : wanted) rolls.push_back(call_roll(waits, communicator));
  return rolls;
}

}  // namespace mqs_shim::why
