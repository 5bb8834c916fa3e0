// This file implements the part of Waits that finds the processes whose help a condition needs.

#include <algorithm>

#include "mqs_shim/job/why/evidence/element.h"
#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Returns groups of processes that contain all helpers of condition `index`: the processes whose action can meet it.
std::vector<Members> Waits::groups_of(std::size_t number, std::size_t index) const {
  const Agent &agent = agents_[number];
  const Evidence &evidence = evidence_[agent.process];
  const Condition asked = condition(number, index);
  switch (asked.kind) {
    case ConditionKind::operation:
      if (const Operation *operation = element(evidence.operations, asked.index)) {
        if (operation->peer && is_partitioned(operation->kind)) {
          const PartitionedNeed need = partitioned_.need(agent.process, *operation);
          if (need == PartitionedNeed::own_program) return {Members(evidence.id)};
          if (need == PartitionedNeed::either) return {Members(*operation->peer), Members(evidence.id)};
        }
        if (operation->peer) return {Members(*operation->peer)};
        if (const Communicator *one = element(evidence.communicators, operation->communicator)) {
          return {one->remote_members.empty() ? one->members : one->remote_members};
        }
      }
      break;
    case ConditionKind::schedule:
      return {Members(evidence.id)};
    case ConditionKind::enter:
      if (const Collective *one = collective(number)) {
        if (const Communicator *on = element(evidence.communicators, one->communicator)) {
          return {on->members, on->remote_members};
        }
      }
      break;
    case ConditionKind::members:
    case ConditionKind::any_member:
      return {asked.processes};
    case ConditionKind::post:
    case ConditionKind::complete:
    case ConditionKind::lock:  // windows.h
    case ConditionKind::program:
    case ConditionKind::external:
      break;
  }
  return {};
}

std::vector<std::uint32_t> Waits::senders(std::size_t number, std::size_t index) const {
  const std::uint32_t process = agents_[number].process;
  const Condition asked = condition(number, index);
  if (asked.kind != ConditionKind::operation) return {};
  const Operation *const operation = element(evidence_[process].operations, asked.index);
  if (operation == nullptr || operation->kind != OperationKind::receive) return {};
  const auto peer = operation->peer ? processes_.find(*operation->peer) : std::nullopt;
  const ChannelKey way{process, communicators_.id(process, operation->communicator), peer.value_or(any_sender)};
  return messages_.pending_senders({way, operation->tag, process, static_cast<std::uint32_t>(asked.index)});
}

std::vector<std::uint32_t> Waits::helpers(std::size_t number, std::size_t index, std::size_t most) const {
  const Agent &agent = agents_[number];
  const ProcessState state = evidence_[agent.process].state;
  const Condition asked = condition(number, index);
  if (prospects(number)[index].outlook == Outlook::progress) {
    if (std::vector<std::uint32_t> found = senders(number, index); !found.empty()) {
      if (found.size() > most) found.resize(most);
      return found;
    }
  }
  if (Windows::window_of(evidence_[agent.process], asked) != nullptr) {
    WindowHelpers of_window = windows_.helpers(agent.process, asked);
    of_window.all.insert(of_window.all.end(), of_window.some.begin(), of_window.some.end());
    if (of_window.all.size() > most) of_window.all.resize(most);
    return std::move(of_window.all);
  }
  const Collective *entering = asked.kind == ConditionKind::enter ? collective(number) : nullptr;
  const auto communicator =
      entering != nullptr ? communicators_.id(agent.process, entering->communicator) : CommunicatorIndex::unknown;
  const bool comes =
      asked.kind == ConditionKind::members && (state == ProcessState::in_init || state == ProcessState::in_finalize);
  const bool from_any = asked.kind == ConditionKind::operation &&
                        element(evidence_[agent.process].operations, asked.index) &&
                        !evidence_[agent.process].operations[static_cast<std::size_t>(asked.index)].peer;
  std::vector<std::uint32_t> found;
  for (const Members &group : groups_of(number, index)) {
    processes_.each_while(group, [&](std::uint32_t process) {
      const bool waits_all = roles_[agent.process] == Role::waits;
      const bool is_own = process == agent.process && ((from_any && waits_all) || entering != nullptr);
      const bool has_entered = entering != nullptr && communicator != CommunicatorIndex::unknown &&
                               collectives_.entered(*entering, communicator, process) == Entered::yes &&
                               !collectives_.is_busy(*entering, communicator, process);
      const bool has_come = comes && (process == agent.process || !is_awaited(evidence_[process], state));
      if (is_own || has_entered || has_come) return true;
      if (found.size() < most) found.push_back(process);
      return found.size() < most;
    });
  }
  return found;
}

std::vector<ProcessId> Waits::unseen_helpers(std::size_t number, std::size_t index, std::size_t most) const {
  const Condition asked = condition(number, index);
  if (Windows::window_of(evidence_[agents_[number].process], asked) != nullptr)
    return windows_.helpers(agents_[number].process, asked).unseen;
  std::vector<ProcessId> found;
  std::size_t steps = 0;
  for (const Members &group : groups_of(number, index)) {
    for (const MemberRun &run : group.runs()) {
      std::int64_t rank = run.first.rank;
      // At most evidence_.size() processes have evidence. After this number of steps, at least `most` processes without
      // evidence were found.
      for (std::int32_t one = 0; one < run.count && steps <= evidence_.size() + most;
           ++one, ++steps, rank += run.stride) {
        if (found.size() >= most || rank < 0 || rank > INT32_MAX) break;
        const ProcessId process{run.first.job, static_cast<std::int32_t>(rank)};
        if (!processes_.find(process)) found.push_back(process);
      }
    }
  }
  return found;
}

}  // namespace mqs_shim::why
