// This file implements the part of Waits that finds out how each condition of a wait can be met, and how certain that
// is.

#include <algorithm>

#include "mqs_shim/job/why/evidence/element.h"
#include "mqs_shim/job/why/graph/channels.h"
#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

namespace {

// Returns true if no thread of a process is in MPI, so that the process moves no data until it calls MPI again.
bool is_outside_mpi(const Evidence &evidence, Role role) {
  return role == Role::stopped ||
         (role == Role::runs && std::all_of(evidence.threads.begin(), evidence.threads.end(),
                                            [](const Thread &one) { return one.call.empty(); }));
}

}  // namespace

Prospect Waits::judge(const Agent &agent, const Condition &condition, HelperSets &sets) const {
  const Evidence &evidence = evidence_[agent.process];
  switch (condition.kind) {
    case ConditionKind::operation: {
      const Operation *operation = element(evidence.operations, condition.index);
      if (operation == nullptr) break;
      const auto index = static_cast<std::uint32_t>(condition.index);
      if (operation->kind == OperationKind::receive || operation->kind == OperationKind::probe) {
        return judge_receive(agent.process, index, sets);
      }
      if (operation->kind == OperationKind::send) return judge_send(agent.process, index);
      if (operation->kind == OperationKind::transfer) return judge_transfer(agent.process, *operation);
      if (is_partitioned(operation->kind)) return judge_partitioned(agent.process, *operation, sets);
      break;
    }
    case ConditionKind::schedule:
      if (element(evidence.schedules, condition.index) == nullptr) break;
      return {node(first_schedule_[agent.process] + static_cast<std::uint32_t>(condition.index))};
    case ConditionKind::enter: {
      const Collective *collective = agent.schedule ? &evidence.schedules[agent.index].collective
                                     : evidence.threads[agent.index].collective
                                         ? &*evidence.threads[agent.index].collective
                                         : nullptr;
      if (collective != nullptr) return judge_collective(agent.process, *collective, sets);
      break;
    }
    case ConditionKind::members:
      return judge_members(agent.process, condition.processes, sets);
    case ConditionKind::any_member: {
      const HelperSets::Some some = sets.some_of(condition.processes);
      if (some.hidden) return {able_, Proof::none, Outlook::unseen};
      return {some.node, std::max(some.doubt, snapshots_.of(agent.process)), Outlook::needs_help, some.unseen};
    }
    case ConditionKind::post:
    case ConditionKind::complete:
    case ConditionKind::lock:
      return judge_window(agent.process, condition, sets);
    case ConditionKind::program:
      return {able_, Proof::none, Outlook::program};
    case ConditionKind::external:
      return {able_, Proof::none, Outlook::outside};
  }
  return {able_, Proof::none, Outlook::unseen};
}

// Returns true if all of these processes are outside of MPI, so that no data moves before one of them calls MPI again.
bool Waits::wait_for_progress(const std::vector<std::uint32_t> &processes) const {
  return !processes.empty() && std::all_of(processes.begin(), processes.end(), [&](std::uint32_t process) {
    return is_outside_mpi(evidence_[process], roles_[process]);
  });
}

// Returns the node that is able if the peer of a message can still send or receive it. For an internal message, a
// nonblocking collective of the peer may do that: one on this communicator or, if the communicator is internal, any.
ReleaseGraph::Node Waits::partner(std::uint32_t process, const Operation &message, std::uint32_t peer) const {
  const ProcessNodes &nodes = process_nodes_[peer];
  if (!message.internal) return nodes.calls;
  const CommunicatorIndex::Id communicator = communicators_.id(process, message.communicator);
  const Communicator *own = element(evidence_[process].communicators, message.communicator);
  if (communicator == CommunicatorIndex::unknown || own->internal) return nodes.inside_collectives;
  const std::vector<Schedule> &schedules = evidence_[peer].schedules;
  const bool others_only = std::all_of(schedules.begin(), schedules.end(), [&](const Schedule &schedule) {
    const auto on = communicators_.id(peer, schedule.collective.communicator);
    return on != CommunicatorIndex::unknown && on != communicator;
  });
  return others_only ? nodes.anything : nodes.inside_collectives;
}

Prospect Waits::judge_receive(std::uint32_t process, std::uint32_t index, HelperSets &sets) const {
  const Operation &receive = evidence_[process].operations[index];
  const auto peer = receive.peer ? processes_.find(*receive.peer) : std::nullopt;
  if (receive.peer && !peer) return {able_, Proof::none, Outlook::unseen, true};
  const CommunicatorIndex::Id communicator = communicators_.id(process, receive.communicator);
  const ChannelKey way{process, communicator, peer.value_or(any_sender)};
  if (const Message asked{way, receive.tag, process, index}; messages_.is_there(asked)) {
    const bool stands_still = snapshots_.of(process) != Proof::suspected;
    const bool takes_peer = stands_still && peer && is_outside_mpi(evidence_[*peer], roles_[*peer]);
    if (takes_peer || wait_for_progress(messages_.pending_senders(asked)))
      return {able_, Proof::none, Outlook::progress};
    return {able_, Proof::none, Outlook::message};
  }
  if (snapshots_.disagree(way)) return {able_, Proof::none, Outlook::under_way};
  if (peer) return {partner(process, receive, *peer), snapshots_.of(process, *peer, communicator)};
  const HelperSets::Some some = sets.some_sender(process, receive.communicator, receive.internal);
  const bool accounted = some.doubt == Proof::counters;
  return {some.node, accounted ? Proof::counters : std::max(some.doubt, snapshots_.of(process)),
          communicator == CommunicatorIndex::unknown ? Outlook::unseen : Outlook::needs_help, some.unseen};
}

Prospect Waits::judge_send(std::uint32_t process, std::uint32_t index) const {
  const Operation &send = evidence_[process].operations[index];
  const auto peer = send.peer ? processes_.find(*send.peer) : std::nullopt;
  if (!peer) return {able_, Proof::none, Outlook::unseen, true};
  if (roles_[*peer] == Role::gone || !waits_for_match(send)) return judge_transfer(process, send);
  const CommunicatorIndex::Id communicator = communicators_.id(process, send.communicator);
  const SendState state = messages_.state_of(process, index);
  // The peer is in MPI_Finalize. A layer that does not count messages takes no messages in MPI_Finalize, so that this
  // message stays where it is. A layer that counts has received the message, and its answer is on its way.
  const bool leaves_it = !evidence_[process].counts && has_made_its_last_call(evidence_[*peer]);
  if (state == SendState::elsewhere && leaves_it)
    return {process_nodes_[*peer].calls, std::max(Proof::looks, snapshots_.of(process))};
  if (state == SendState::elsewhere || state == SendState::may_go_on) {
    return {able_, Proof::none, is_outside_mpi(evidence_[*peer], roles_[*peer]) ? Outlook::progress : Outlook::matched};
  }
  if (snapshots_.disagree({*peer, communicator, process})) return {able_, Proof::none, Outlook::under_way};
  return {partner(process, send, *peer), snapshots_.of(process, *peer, communicator)};
}

Prospect Waits::judge_partitioned(std::uint32_t process, const Operation &operation, HelperSets &sets) const {
  const auto peer = operation.peer ? processes_.find(*operation.peer) : std::nullopt;
  if (!peer) return {able_, Proof::none, Outlook::unseen, true};
  const Proof seen = std::max(snapshots_.of(process), snapshots_.of(*peer));
  switch (partitioned_.need(process, operation)) {
    case PartitionedNeed::nobody:
      return judge_transfer(process, operation);
    case PartitionedNeed::own_program:
      return {process_nodes_[process].calls, seen};
    case PartitionedNeed::peer: {
      // The peer is outside of MPI and does not handle the message that introduces the send. The send and its receive
      // may still be matched later.
      const bool may_meet =
          is_outside_mpi(evidence_[*peer], roles_[*peer]) &&
          partitioned_.need(process, operation, Partitioned::Unmet::may_meet) == PartitionedNeed::nobody;
      if (may_meet) return judge_transfer(process, operation);
      return {process_nodes_[*peer].calls, seen};
    }
    case PartitionedNeed::either:
      break;
  }
  return {sets.either_of(process, *peer), seen};
}

// Judges an operation that needs no further call of its own: both sides finish it inside of any MPI call. A process
// that has finalized has finished everything that was matched before.
Prospect Waits::judge_transfer(std::uint32_t process, const Operation &transfer) const {
  const auto peer = transfer.peer ? processes_.find(*transfer.peer) : std::nullopt;
  if (!peer) return {able_, Proof::none, Outlook::unseen, transfer.peer.has_value()};
  const bool was_matched = transfer.kind == OperationKind::transfer || transfer.started;
  if (roles_[*peer] != Role::gone || (was_matched && !has_exited(evidence_[*peer]))) {
    return {able_, Proof::none, is_outside_mpi(evidence_[*peer], roles_[*peer]) ? Outlook::progress : Outlook::matched};
  }
  return {gone_, std::max(snapshots_.of(process), snapshots_.of(*peer))};
}

Prospect Waits::judge_members(std::uint32_t process, const Members &members, HelperSets &sets) const {
  const ProcessState state = evidence_[process].state;
  const bool comes = state == ProcessState::in_init || state == ProcessState::in_finalize;
  const HelperSets::All all = sets.all_of(members, comes ? std::optional(state) : std::nullopt);
  // The process itself counts as one that has reached the state, even if other ranks still wait for it because it is
  // stopped or busy.
  const std::uint32_t itself =
      comes && members.contains(evidence_[process].id) && is_awaited(evidence_[process], state);
  return {all.node, comes ? Proof::counters : snapshots_.of(process),
          all.awaited == itself && !all.unseen ? Outlook::entered : Outlook::needs_help, all.unseen};
}

Prospect Waits::judge_window(std::uint32_t process, const Condition &condition, HelperSets &sets) const {
  const Window *const window = Windows::window_of(evidence_[process], condition);
  if (window == nullptr) return {able_, Proof::none, Outlook::unseen};
  if (!sets.can_afford(static_cast<std::int64_t>(evidence_.size()))) return {able_, Proof::none, Outlook::unseen};
  const WindowHelpers helpers = windows_.helpers(process, condition);
  if (helpers.nobody) return {able_, Proof::none, Outlook::entered};
  if (helpers.impossible)
    return {gone_, evidence_[process].instant ? Proof::instant : Proof::suspected, Outlook::excluded};
  if (helpers.empty()) return {able_, Proof::none, Outlook::unseen, !helpers.unseen.empty()};
  if (helpers.answers) {
    const std::uint32_t target = helpers.all.front();
    return {able_, Proof::none,
            is_outside_mpi(evidence_[target], roles_[target]) ? Outlook::progress : Outlook::matched};
  }
  return {sets.of_window(process, *window, helpers), helpers.inferred ? Proof::suspected : Proof::counters,
          Outlook::needs_help, !helpers.unseen.empty()};
}

Prospect Waits::judge_collective(std::uint32_t process, const Collective &collective, HelperSets &sets) const {
  const CommunicatorIndex::Id communicator = communicators_.id(process, collective.communicator);
  if (communicator == CommunicatorIndex::unknown) return {able_, Proof::none, Outlook::unseen};
  const Proof inferred = collective.communicator_inferred ? Proof::suspected : Proof::counters;
  const GlobalCommunicator &members = communicators_.all()[communicator];
  const auto rank = members.members.rank_of(evidence_[process].id);
  const HelperSets::Participants &roll = sets.participants(collective, communicator);
  switch (needs_of(collective, rank, !members.remote_members.empty())) {
    case Needs::all:
      return {roll.node, std::max(roll.by_numbers ? Proof::counters : snapshots_.of(process), inferred),
              roll.absent + roll.busy == 0 && !roll.unseen ? Outlook::entered : Outlook::needs_help, roll.unseen};
    case Needs::root: {
      const auto root_id = members.members.at(*collective.root);
      const auto root = root_id ? processes_.find(*root_id) : std::nullopt;
      if (!root) return {able_, Proof::none, Outlook::unseen, root_id.has_value()};
      const Entered entered = collectives_.entered(collective, communicator, *root);
      if (entered == Entered::yes) break;
      const Proof seen = std::max(snapshots_.of(process), snapshots_.of(*root));
      return {process_nodes_[*root].calls, std::max(entered == Entered::no ? Proof::counters : seen, inferred)};
    }
    case Needs::some:
      break;
  }
  // Several processes are in the collective. They may exchange messages there for a long time, and without counters
  // nothing would show that.
  if (roll.entered > 1 && roll.busy == 0 && !roll.traces) return {able_, Proof::none, Outlook::entered};
  const HelperSets::Some some = sets.some_member(communicator);
  return {some.node, std::max({some.doubt, snapshots_.of(process), inferred}), Outlook::needs_help, some.unseen};
}

}  // namespace mqs_shim::why
