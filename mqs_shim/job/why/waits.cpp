#include "mqs_shim/job/why/waits.h"

#include <algorithm>
#include <tuple>

namespace mqs_shim::why {

namespace {

constexpr std::uint32_t none = UINT32_MAX;

// Of an agent that waits for its inner messages to be complete.
bool follows_messages(const Evidence &evidence, const Agent &agent) {
  return agent.schedule && evidence.schedules[agent.index].visible;
}

template <class T>
const T *at(const std::vector<T> &list, std::int32_t index) {
  return index < 0 || static_cast<std::size_t>(index) >= list.size() ? nullptr : &list[static_cast<std::size_t>(index)];
}

// Whether no thread of a process is in MPI, where it would move data. It does when it comes to it again.
bool is_outside_mpi(const Evidence &evidence, Role role) {
  return role == Role::stopped ||
         (role == Role::runs && std::all_of(evidence.threads.begin(), evidence.threads.end(),
                                            [](const Thread &one) { return one.call.empty(); }));
}

}  // namespace

Waits::Waits(std::span<const Evidence> evidence, const std::vector<bool> &equal)
    : evidence_(evidence),
      processes_(evidence),
      communicators_(evidence),
      messages_(evidence, processes_, communicators_),
      pictures_(evidence, equal, processes_, communicators_, messages_),
      collectives_(evidence, communicators_),
      windows_(evidence, processes_, communicators_),
      partitioned_(evidence, processes_, communicators_) {
  graph_.add(ReleaseGraph::Kind::all, false);  // able_: waits for nothing
  graph_.add(ReleaseGraph::Kind::any, false);  // gone_: nothing helps it
  find_agents();
  make_process_nodes();
  HelperSets sets(evidence_, processes_, communicators_, collectives_, pictures_, process_nodes_, able_, graph_);
  begin_.reserve(agents_.size() + 1);
  begin_.push_back(0);
  for (std::size_t agent = 0; agent < agents_.size(); ++agent) {
    connect(agent, sets);
    begin_.push_back(prospects_.size());
  }
  graph_.finish();
}

void Waits::find_agents() {
  roles_.reserve(evidence_.size());
  for (const Evidence &one : evidence_) roles_.push_back(role_of(one));
  for (const std::uint32_t process : processes_.ambiguous()) roles_[process] = Role::unknown;
  first_schedule_.assign(evidence_.size(), none);
  for (std::uint32_t process = 0; process < evidence_.size(); ++process) {
    if (roles_[process] == Role::gone) continue;
    const Evidence &one = evidence_[process];
    for (std::uint32_t thread = 0; thread < one.threads.size(); ++thread) {
      if (is_waiting(one.threads[thread])) agents_.push_back({process, thread, false});
    }
    first_schedule_[process] = static_cast<std::uint32_t>(agents_.size());
    for (std::uint32_t schedule = 0; schedule < one.schedules.size(); ++schedule) {
      agents_.push_back({process, schedule, true});
    }
  }
  for (std::size_t agent = 0; agent < agents_.size(); ++agent) {
    graph_.add(needs_all(agent) ? ReleaseGraph::Kind::all : ReleaseGraph::Kind::any, true);
  }
}

void Waits::make_process_nodes() {
  process_nodes_.resize(evidence_.size());
  for (std::uint32_t process = 0; process < evidence_.size(); ++process) {
    const Node node = roles_[process] == Role::gone ? gone_ : able_;
    process_nodes_[process] = {node, node, node};
  }
  for (std::size_t begin = 0; begin < agents_.size();) {
    const std::uint32_t process = agents_[begin].process;
    std::size_t threads = begin;
    while (threads < agents_.size() && agents_[threads].process == process && !agents_[threads].schedule) ++threads;
    std::size_t end = threads;
    while (end < agents_.size() && agents_[end].process == process) ++end;
    if (roles_[process] == Role::waits) {
      ProcessNodes &nodes = process_nodes_[process];
      nodes.anything = node(begin);
      if (threads - begin > 1) {
        nodes.anything = graph_.add(ReleaseGraph::Kind::any, false);
        for (std::size_t agent = begin; agent < threads; ++agent) graph_.wait_for(nodes.anything, node(agent));
      }
      nodes.calls = nodes.anything;
      if (has_made_its_last_call(evidence_[process])) {
        nodes.calls = graph_.add(ReleaseGraph::Kind::all, false);
        graph_.wait_for(nodes.calls, nodes.anything);
        graph_.wait_for(nodes.calls, gone_);
        // A callback may be yet to come.
        if (!evidence_[process].callbacks_over) graph_.doubt(nodes.calls, pictures_.of(process));
      }
      nodes.inside_collectives = nodes.anything;
      if (end > threads) {
        nodes.inside_collectives = graph_.add(ReleaseGraph::Kind::any, false);
        graph_.wait_for(nodes.inside_collectives, nodes.anything);
        for (std::size_t agent = threads; agent < end; ++agent) {
          // Messages that are not seen may be sent at any time.
          const bool seen = evidence_[process].schedules[agents_[agent].index].visible;
          graph_.wait_for(nodes.inside_collectives, seen ? node(agent) : able_);
        }
      }
    }
    begin = end;
  }
}

void Waits::connect(std::size_t number, HelperSets &sets) {
  const Agent agent = agents_[number];
  const Evidence &evidence = evidence_[agent.process];
  const std::size_t count = !agent.schedule                     ? evidence.threads[agent.index].conditions.size()
                            : follows_messages(evidence, agent) ? evidence.schedules[agent.index].operations.size()
                                                                : 1;
  for (std::size_t index = 0; index < count; ++index) {
    const Prospect prospect = judge(agent, condition(number, index), sets);
    prospects_.push_back(prospect);
    if (count == 1 || prospect.doubt == Proof::counters) {
      graph_.wait_for(node(number), prospect.target);
      graph_.doubt(node(number), prospect.doubt);
    } else {
      const Node one = graph_.add(ReleaseGraph::Kind::any, false);
      graph_.wait_for(one, prospect.target);
      graph_.doubt(one, prospect.doubt);
      graph_.wait_for(node(number), one);
    }
  }
  const bool is_concluded = !agent.schedule && evidence.threads[agent.index].inferred;
  // Calls at once that the library does not expect may leave anything in its memory.
  if (is_concluded || forbidden_threads(evidence) != 0) graph_.doubt(node(number), Proof::suspected);
}

Condition Waits::condition(std::size_t number, std::size_t index) const {
  const Agent &agent = agents_[number];
  const Evidence &evidence = evidence_[agent.process];
  if (!agent.schedule) return evidence.threads[agent.index].conditions[index];
  if (!follows_messages(evidence, agent)) return {ConditionKind::enter, -1, {}};
  return {ConditionKind::operation, evidence.schedules[agent.index].operations[index], {}};
}

const Collective *Waits::collective(std::size_t number) const {
  const Agent &agent = agents_[number];
  const Evidence &evidence = evidence_[agent.process];
  if (agent.schedule) return &evidence.schedules[agent.index].collective;
  const auto &collective = evidence.threads[agent.index].collective;
  return collective ? &*collective : nullptr;
}

std::optional<std::uint32_t> Waits::number_of(const Agent &agent) const {
  const auto order = [](const Agent &one, const Agent &other) {
    return std::tie(one.process, one.schedule, one.index) < std::tie(other.process, other.schedule, other.index);
  };
  const auto found = std::lower_bound(agents_.begin(), agents_.end(), agent, order);
  if (found == agents_.end() || *found != agent) return std::nullopt;
  return static_cast<std::uint32_t>(found - agents_.begin());
}

std::span<const Prospect> Waits::prospects(std::size_t agent) const {
  return {prospects_.data() + begin_[agent], prospects_.data() + begin_[agent + 1]};
}

bool Waits::needs_all(std::size_t agent) const {
  return agents_[agent].schedule || evidence_[agents_[agent].process].threads[agents_[agent].index].all;
}

Prospect Waits::judge(const Agent &agent, const Condition &condition, HelperSets &sets) const {
  const Evidence &evidence = evidence_[agent.process];
  switch (condition.kind) {
    case ConditionKind::operation: {
      const Operation *operation = at(evidence.operations, condition.index);
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
      if (at(evidence.schedules, condition.index) == nullptr) break;
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
      return {some.node, std::max(some.doubt, pictures_.of(agent.process)), Outlook::needs_help, some.unseen};
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

// Whether nothing goes on before one of these comes back to MPI.
bool Waits::wait_for_progress(const std::vector<std::uint32_t> &processes) const {
  return !processes.empty() && std::all_of(processes.begin(), processes.end(), [&](std::uint32_t process) {
    return is_outside_mpi(evidence_[process], roles_[process]);
  });
}

Prospect Waits::judge_receive(std::uint32_t process, std::uint32_t index, HelperSets &sets) const {
  const Operation &receive = evidence_[process].operations[index];
  const auto peer = receive.peer ? processes_.find(*receive.peer) : std::nullopt;
  if (receive.peer && !peer) return {able_, Proof::none, Outlook::unseen, true};
  const CommunicatorIndex::Id communicator = communicators_.id(process, receive.communicator);
  const Way way{process, communicator, peer.value_or(any_sender)};
  if (const Message asked{way, receive.tag, process, index}; messages_.is_there(asked)) {
    const bool stands_still = pictures_.of(process) != Proof::suspected;
    const bool takes_peer = stands_still && peer && is_outside_mpi(evidence_[*peer], roles_[*peer]);
    if (takes_peer || wait_for_progress(messages_.pending_senders(asked)))
      return {able_, Proof::none, Outlook::progress};
    return {able_, Proof::none, Outlook::message};
  }
  if (pictures_.disagree(way)) return {able_, Proof::none, Outlook::under_way};
  if (peer) {
    const ProcessNodes &nodes = process_nodes_[*peer];
    return {receive.internal ? nodes.inside_collectives : nodes.calls, pictures_.of(process, *peer, communicator)};
  }
  const HelperSets::Some some = sets.some_sender(process, receive.communicator, receive.internal);
  const bool accounted = some.doubt == Proof::counters;
  return {some.node, accounted ? Proof::counters : std::max(some.doubt, pictures_.of(process)),
          communicator == CommunicatorIndex::unknown ? Outlook::unseen : Outlook::needs_help, some.unseen};
}

Prospect Waits::judge_send(std::uint32_t process, std::uint32_t index) const {
  const Operation &send = evidence_[process].operations[index];
  const auto peer = send.peer ? processes_.find(*send.peer) : std::nullopt;
  if (!peer) return {able_, Proof::none, Outlook::unseen, true};
  if (roles_[*peer] == Role::gone || !waits_for_match(send)) return judge_transfer(process, send);
  const CommunicatorIndex::Id communicator = communicators_.id(process, send.communicator);
  const SendState state = messages_.state_of(process, index);
  // A layer that takes no messages in MPI_Finalize leaves it where it is. One that counts takes them there, so that
  // this one was received, and the answer is on its way.
  const bool leaves_it = !evidence_[process].counts && has_made_its_last_call(evidence_[*peer]);
  if (state == SendState::elsewhere && leaves_it)
    return {process_nodes_[*peer].calls, std::max(Proof::looks, pictures_.of(process))};
  if (state == SendState::elsewhere || state == SendState::may_go_on) {
    return {able_, Proof::none, is_outside_mpi(evidence_[*peer], roles_[*peer]) ? Outlook::progress : Outlook::matched};
  }
  if (pictures_.disagree({*peer, communicator, process})) return {able_, Proof::none, Outlook::under_way};
  const ProcessNodes &nodes = process_nodes_[*peer];
  return {send.internal ? nodes.inside_collectives : nodes.calls, pictures_.of(process, *peer, communicator)};
}

Prospect Waits::judge_partitioned(std::uint32_t process, const Operation &operation, HelperSets &sets) const {
  const auto peer = operation.peer ? processes_.find(*operation.peer) : std::nullopt;
  if (!peer) return {able_, Proof::none, Outlook::unseen, true};
  const Proof seen = std::max(pictures_.of(process), pictures_.of(*peer));
  switch (partitioned_.need(process, operation)) {
    case PartitionedNeed::nobody:
      return judge_transfer(process, operation);
    case PartitionedNeed::own_program:
      return {process_nodes_[process].calls, seen};
    case PartitionedNeed::peer:
      return {process_nodes_[*peer].calls, seen};
    case PartitionedNeed::either:
      break;
  }
  return {sets.either_of(process, *peer), seen};
}

// Something that both sides finish inside any call, if there are two sides. A process that has finalized has finished
// what was matched before.
Prospect Waits::judge_transfer(std::uint32_t process, const Operation &transfer) const {
  const auto peer = transfer.peer ? processes_.find(*transfer.peer) : std::nullopt;
  if (!peer) return {able_, Proof::none, Outlook::unseen, true};
  const bool was_matched = transfer.kind == OperationKind::transfer || transfer.started;
  const bool has_exited = evidence_[*peer].state == ProcessState::exited;
  if (roles_[*peer] != Role::gone || (was_matched && !has_exited)) {
    return {able_, Proof::none, is_outside_mpi(evidence_[*peer], roles_[*peer]) ? Outlook::progress : Outlook::matched};
  }
  return {gone_, std::max(pictures_.of(process), pictures_.of(*peer))};
}

Prospect Waits::judge_members(std::uint32_t process, const Members &members, HelperSets &sets) const {
  const ProcessState state = evidence_[process].state;
  const bool comes = state == ProcessState::in_init || state == ProcessState::in_finalize;
  const HelperSets::All all = sets.all_of(members, comes ? std::optional(state) : std::nullopt);
  return {all.node, comes ? Proof::counters : pictures_.of(process),
          all.none && !all.unseen ? Outlook::entered : Outlook::needs_help, all.unseen};
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
  return {sets.of_window(process, *window, helpers), helpers.inferred ? Proof::suspected : Proof::counters,
          Outlook::needs_help, !helpers.unseen.empty()};
}

Prospect Waits::judge_collective(std::uint32_t process, const Collective &collective, HelperSets &sets) const {
  const CommunicatorIndex::Id communicator = communicators_.id(process, collective.communicator);
  if (communicator == CommunicatorIndex::unknown) return {able_, Proof::none, Outlook::unseen};
  const Proof inferred = collective.communicator_inferred ? Proof::suspected : Proof::counters;
  const GlobalCommunicator &members = communicators_.all()[communicator];
  const auto rank = members.members.rank_of(evidence_[process].id);
  const HelperSets::RollCall &roll = sets.roll_call(collective, communicator);
  switch (needs_of(collective, rank, !members.remote_members.empty())) {
    case Needs::all:
      return {roll.node, std::max(roll.by_numbers ? Proof::counters : pictures_.of(process), inferred),
              roll.absent + roll.busy == 0 && !roll.unseen ? Outlook::entered : Outlook::needs_help, roll.unseen};
    case Needs::root: {
      const auto root_id = members.members.at(*collective.root);
      const auto root = root_id ? processes_.find(*root_id) : std::nullopt;
      if (!root) return {able_, Proof::none, Outlook::unseen, root_id.has_value()};
      const Entered entered = collectives_.entered(collective, communicator, *root);
      if (entered == Entered::yes) break;
      const Proof seen = std::max(pictures_.of(process), pictures_.of(*root));
      return {process_nodes_[*root].calls, std::max(entered == Entered::no ? Proof::counters : seen, inferred)};
    }
    case Needs::some:
      break;
  }
  // Those who are in it may be sending for long, without a trace unless there are counters.
  if (roll.entered > 1 && roll.busy == 0 && !roll.traces) return {able_, Proof::none, Outlook::entered};
  const HelperSets::Some some = sets.some_member(communicator);
  return {some.node, std::max({some.doubt, pictures_.of(process), inferred}), Outlook::needs_help, some.unseen};
}

// The processes among which the helpers of a condition are.
std::vector<Members> Waits::groups_of(std::size_t number, std::size_t index) const {
  const Agent &agent = agents_[number];
  const Evidence &evidence = evidence_[agent.process];
  const Condition asked = condition(number, index);
  switch (asked.kind) {
    case ConditionKind::operation:
      if (const Operation *operation = at(evidence.operations, asked.index)) {
        if (operation->peer && is_partitioned(operation->kind)) {
          const PartitionedNeed need = partitioned_.need(agent.process, *operation);
          if (need == PartitionedNeed::own_program) return {Members(evidence.id)};
          if (need == PartitionedNeed::either) return {Members(*operation->peer), Members(evidence.id)};
        }
        if (operation->peer) return {Members(*operation->peer)};
        if (const Communicator *one = at(evidence.communicators, operation->communicator)) {
          return {one->remote_members.empty() ? one->members : one->remote_members};
        }
      }
      break;
    case ConditionKind::schedule:
      return {Members(evidence.id)};
    case ConditionKind::enter:
      if (const Collective *one = collective(number)) {
        if (const Communicator *on = at(evidence.communicators, one->communicator)) {
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
  const Operation *const operation = at(evidence_[process].operations, asked.index);
  if (operation == nullptr || operation->kind != OperationKind::receive) return {};
  const auto peer = operation->peer ? processes_.find(*operation->peer) : std::nullopt;
  const Way way{process, communicators_.id(process, operation->communicator), peer.value_or(any_sender)};
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
                        at(evidence_[agent.process].operations, asked.index) &&
                        !evidence_[agent.process].operations[static_cast<std::size_t>(asked.index)].peer;
  std::vector<std::uint32_t> found;
  for (const Members &group : groups_of(number, index)) {
    processes_.each_while(group, [&](std::uint32_t process) {
      const bool waits_all = roles_[agent.process] == Role::waits;
      const bool is_own = process == agent.process && ((from_any && waits_all) || entering != nullptr);
      const bool has_entered = entering != nullptr && communicator != CommunicatorIndex::unknown &&
                               collectives_.entered(*entering, communicator, process) == Entered::yes &&
                               !collectives_.is_busy(*entering, communicator, process);
      if (is_own || has_entered || (comes && !is_awaited(evidence_[process], state))) return true;
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
      // Among so many processes one without evidence has been met.
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
