#include "mqs_shim/job/why/roll_calls.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace mqs_shim::why {

namespace {

using Key = std::tuple<std::string, std::optional<std::int32_t>, std::optional<std::int64_t>>;

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
      if (!std::binary_search(present.begin(), present.end(), process)) roll.absent.push_back(process);
    });
  }
  roll.unseen = seen < members.members.size() + members.remote_members.size();
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
