#include "mqs_shim/job/why/causes/participation.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "mqs_shim/records/collective_name.h"

namespace mqs_shim::why {

namespace {

using GroupKey = std::tuple<std::string, std::optional<std::int32_t>, std::optional<std::int64_t>>;

// Adds the processes for whose internal messages the agent waits. The agent is a thread or nonblocking collective that
// is in a collective. Returns false if not all of these processes are known.
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

// Returns, sorted, the processes for which the members in one collective wait, according to internal messages. Returns
// nothing if they may wait for any member.
std::optional<std::vector<std::uint32_t>> awaited_in(const Waits &waits, const Participation &roll,
                                                     const ParticipationGroup &group) {
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

std::vector<std::uint32_t> not_awaited(const Waits &waits, const Participation &roll) {
  std::vector<std::optional<std::vector<std::uint32_t>>> awaited;
  std::vector<std::uint32_t> candidates = roll.absent;
  for (const ParticipationGroup &group : roll.groups) {
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

// Returns true if it cannot be seen in which calls the process is.
bool hides_call(const Evidence &evidence) {
  if (evidence.state == ProcessState::unreadable) return true;
  return std::any_of(evidence.threads.begin(), evidence.threads.end(),
                     [](const Thread &thread) { return thread.activity == Activity::unknown && thread.call.empty(); });
}

// Returns true if the tag of this message names a blocking collective and the process waits for the message or sends
// it: the process is then in that collective. A message that has arrived says nothing about the receiver.
bool names_collective(const Operation &operation) {
  return operation.internal && operation.kind != OperationKind::unexpected &&
         operation.collective != MPIDBG_COLLECTIVE_UNKNOWN && operation.collective != MPIDBG_COLLECTIVE_NONBLOCKING;
}

// Holds the name of a collective for a communicator and a process: all tags of the process's pending messages on the
// communicator belong to that collective.
using Traces = std::map<std::pair<CommunicatorIndex::Id, std::uint32_t>, std::string_view>;

Traces trace_hidden_calls(const Waits &waits) {
  Traces traces;
  for (std::uint32_t process = 0; process < waits.evidence().size(); ++process) {
    const Evidence &evidence = waits.evidence()[process];
    if (!hides_call(evidence)) continue;
    for (const Operation &operation : evidence.operations) {
      if (!names_collective(operation)) continue;
      const CommunicatorIndex::Id communicator = waits.communicators().id(process, operation.communicator);
      if (communicator == CommunicatorIndex::unknown) continue;
      const std::string_view name = collective_name(operation.collective);
      const auto [found, is_first] = traces.try_emplace({communicator, process}, name);
      if (!is_first && found->second != name) found->second = {};
    }
  }
  std::erase_if(traces, [](const auto &trace) { return trace.second.empty(); });
  return traces;
}

struct Inside {
  std::optional<Entry> entry;
  bool is_possible = false;  // without `entry`: the collective may be on another intercommunicator
};

// Finds out whether the process is in a collective on the intercommunicator, and waits there only for members of its
// own group.
Inside find_inside(const Waits &waits, CommunicatorIndex::Id intercommunicator, std::uint32_t process) {
  const std::vector<Thread> &threads = waits.evidence()[process].threads;
  Inside inside;
  for (std::uint32_t thread = 0; thread < threads.size(); ++thread) {
    if (!threads[thread].collective || threads[thread].call.starts_with("MPI_Win_")) continue;
    const std::int32_t on = threads[thread].collective->communicator;
    const std::vector<std::int32_t> around = intercommunicators_around(waits.evidence()[process], on);
    const bool is_one = std::any_of(around.begin(), around.end(), [&](std::int32_t index) {
      return waits.communicators().id(process, index) == intercommunicator;
    });
    if (is_one && around.size() == 1)
      inside.entry = Entry{waits.communicators().id(process, on), process, thread, false};
    inside.is_possible = inside.is_possible || is_one;
  }
  return inside;
}

Participation participation_on(const Waits &waits, CommunicatorIndex::Id communicator, const Traces &traces) {
  Participation roll;
  roll.communicator = communicator;
  std::map<GroupKey, ParticipationGroup> groups;
  std::vector<std::uint32_t> present;
  for (const Entry &entry : waits.collectives().on(communicator)) {
    const Collective &collective = entry.of(waits.evidence());
    if (waits.collectives().is_part_of_call(entry)) continue;
    const auto [found, is_new] = groups.try_emplace({collective.name, collective.root, collective.sequence});
    ParticipationGroup &group = found->second;
    if (is_new) group.example = entry;
    if (group.processes.empty() || group.processes.back() != entry.process) group.processes.push_back(entry.process);
    if (present.empty() || present.back() != entry.process) present.push_back(entry.process);
  }
  const GlobalCommunicator &members = waits.communicators().all()[communicator];
  bool are_some_inside = false;
  for (const Members &list : {members.members, members.remote_members}) {
    if (members.remote_members.empty()) break;
    waits.processes().each(list, [&](std::uint32_t process) {
      if (!waits.collectives().of(communicator, process).empty()) return;
      const Inside inside = find_inside(waits, communicator, process);
      if (!inside.is_possible) return;
      are_some_inside = true;
      present.push_back(process);
      if (!inside.entry) return;
      const Collective &collective = inside.entry->of(waits.evidence());
      const auto [found, is_new] = groups.try_emplace({collective.name, collective.root, collective.sequence});
      if (is_new) found->second.example = *inside.entry;
      found->second.processes.push_back(process);
    });
  }
  std::sort(present.begin(), present.end());
  for (auto &[key, group] : groups) {
    std::sort(group.processes.begin(), group.processes.end());
    roll.groups.push_back(std::move(group));
  }
  std::stable_sort(roll.groups.begin(), roll.groups.end(),
                   [](const ParticipationGroup &one, const ParticipationGroup &other) {
                     return one.processes.size() < other.processes.size();
                   });
  std::map<std::string_view, Traced> traced;
  std::int64_t seen = 0;
  for (const Members &list : {members.members, members.remote_members}) {
    waits.processes().each(list, [&](std::uint32_t process) {
      ++seen;
      if (std::binary_search(present.begin(), present.end(), process)) return;
      const bool may_be_in = std::any_of(roll.groups.begin(), roll.groups.end(), [&](const ParticipationGroup &group) {
        return waits.collectives().may_be_in(group.example.of(waits.evidence()), process);
      });
      if (may_be_in) return;
      if (!hides_call(waits.evidence()[process])) return roll.absent.push_back(process);
      const auto trace = traces.find({communicator, process});
      (trace == traces.end() ? roll.hidden : traced[trace->second].processes).push_back(process);
    });
  }
  for (auto &[name, one] : traced) roll.traced.push_back({std::string(name), std::move(one.processes)});
  roll.unseen = seen < members.members.size() + members.remote_members.size();
  if (!are_some_inside) roll.not_awaited = not_awaited(waits, roll);
  return roll;
}

}  // namespace

std::vector<Participation> participations(const Waits &waits) {
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
      if (condition.kind == ConditionKind::schedule && condition.index >= 0 && index < evidence.schedules.size() &&
          !evidence.schedules[index].part_of_call) {
        want(agent.process, evidence.schedules[index].collective);
      }
    }
  }
  for (std::uint32_t process = 0; process < waits.evidence().size(); ++process) {
    const Evidence &evidence = waits.evidence()[process];
    const auto polls = [](const Thread &thread) { return thread.activity == Activity::polls; };
    if (std::none_of(evidence.threads.begin(), evidence.threads.end(), polls)) continue;
    for (const Schedule &schedule : evidence.schedules) want(process, schedule.collective);
  }
  const Traces traces = trace_hidden_calls(waits);
  for (const auto &[place, name] : traces) wanted.push_back(place.first);
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::vector<Participation> rolls;
  rolls.reserve(wanted.size());
  for (const CommunicatorIndex::Id communicator : wanted)
    rolls.push_back(participation_on(waits, communicator, traces));
  return rolls;
}

}  // namespace mqs_shim::why
