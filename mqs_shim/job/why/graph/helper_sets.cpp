#include "mqs_shim/job/why/graph/helper_sets.h"

#include <algorithm>
#include <array>

#include "mqs_shim/job/why/evidence/call_kind.h"

namespace mqs_shim::why {

namespace {

// This limits the work of collecting the participants of all collectives in which agents (waiting threads and
// nonblocking collectives) are blocked. The limit is needed because damaged memory can claim a million different
// collectives among a million members. Members beyond the limit count as released.
constexpr std::size_t most_steps = std::size_t{1} << 26;

}  // namespace

bool has_come(const Evidence &evidence, ProcessState come) {
  switch (evidence.state) {
    case ProcessState::before_init:
      return false;
    case ProcessState::in_init:
      return come == ProcessState::in_init;
    case ProcessState::in_finalize:
    case ProcessState::finalized:
    case ProcessState::exited:  // as far as can be known
      return true;
    default:
      return come == ProcessState::in_init;
  }
}

bool is_awaited(const Evidence &evidence, ProcessState come) {
  if (!has_come(evidence, come)) return true;
  if (evidence.state != come) return false;
  const CallKind kind = come == ProcessState::in_init ? CallKind::init : CallKind::finalize;
  return evidence.stopped || std::any_of(evidence.threads.begin(), evidence.threads.end(), [&](const Thread &one) {
           return one.activity == Activity::runs && kind_of_call(one.inside.empty() ? one.call : one.inside) == kind;
         });
}

HelperSets::HelperSets(std::span<const Evidence> evidence, const ProcessIndex &processes,
                       const CommunicatorIndex &communicators, const Collectives &collectives,
                       const Snapshots &pictures, const std::vector<ProcessNodes> &nodes, Node able,
                       ReleaseGraph &graph)
    : evidence_(evidence),
      processes_(processes),
      communicators_(communicators),
      collectives_(collectives),
      snapshots_(pictures),
      nodes_(nodes),
      able_(able),
      graph_(graph) {}

namespace {

bool waits_for_some(const Evidence &evidence) {
  return std::any_of(evidence.threads.begin(), evidence.threads.end(), [](const Thread &thread) {
    return std::any_of(thread.conditions.begin(), thread.conditions.end(),
                       [](const Condition &condition) { return condition.kind == ConditionKind::any_member; });
  });
}

}  // namespace

HelperSets::Some HelperSets::make_some(std::span<const Members> members, Node ProcessNodes::*ability) {
  std::vector<Node> helpers;
  std::int64_t seen = 0, size = 0;
  Proof doubt = Proof::counters;
  bool is_able = false;
  for (const Members &list : members) {
    size += list.size();
    const bool complete = processes_.each(list, [&](std::uint32_t process) {
      ++seen;
      const Node helper = nodes_[process].*ability;
      is_able = is_able || helper == able_;
      helpers.push_back(helper);
      doubt = std::max(doubt, snapshots_.of(process));
    });
    is_able = is_able || !complete;
  }
  if (is_able || seen < size) return {able_, Proof::counters, seen < size};
  const Node node = graph_.add(ReleaseGraph::Kind::any, false);
  for (const Node helper : helpers) graph_.wait_for(node, helper);
  return {node, doubt};
}

Proof HelperSets::doubt_of(CommunicatorIndex::Id communicator) {
  const auto [found, is_new] = doubts_.try_emplace(communicator);
  if (is_new) found->second = snapshots_.of_all(communicator, communicators_.all()[communicator]);
  return found->second;
}

HelperSets::Some HelperSets::some_sender(std::uint32_t process, std::int32_t index, bool inside_collectives) {
  const CommunicatorIndex::Id communicator = communicators_.id(process, index);
  if (communicator == CommunicatorIndex::unknown) return {able_, Proof::counters};
  const Communicator &own = evidence_[process].communicators[static_cast<std::size_t>(index)];
  const Members &senders = own.remote_members.empty() ? own.members : own.remote_members;
  const SendersKey key{communicator, senders == communicators_.all()[communicator].remote_members, inside_collectives};
  const auto [found, is_new] = senders_.try_emplace(key);
  if (is_new) {
    found->second =
        make_some({&senders, 1}, inside_collectives ? &ProcessNodes::inside_collectives : &ProcessNodes::calls);
    found->second.doubt = doubt_of(communicator);
  }
  return found->second;
}

HelperSets::Some HelperSets::some_member(CommunicatorIndex::Id communicator) {
  const auto [found, is_new] = members_.try_emplace(communicator);
  if (is_new) {
    const GlobalCommunicator &one = communicators_.all()[communicator];
    found->second = make_some(std::array{one.members, one.remote_members}, &ProcessNodes::inside_collectives);
  }
  return found->second;
}

HelperSets::Some HelperSets::some_of(const Members &members) {
  const auto [found, is_new] = lists_.try_emplace(members);
  if (!is_new) return found->second;
  int waiting = 0;
  processes_.each_while(members, [&](std::uint32_t process) {
    if (waits_for_some(evidence_[process])) ++waiting;
    return waiting < 2;
  });
  found->second =
      waiting < 2 ? make_some({&members, 1}, &ProcessNodes::anything) : Some{able_, Proof::counters, false, true};
  return found->second;
}

ReleaseGraph::Node HelperSets::doubted(Node node, Proof doubt) {
  if (doubt == Proof::counters) return node;
  const Node result = graph_.add(ReleaseGraph::Kind::any, false);
  graph_.wait_for(result, node);
  graph_.doubt(result, doubt);
  return result;
}

const HelperSets::Participants &HelperSets::participants(const Collective &collective,
                                                         CommunicatorIndex::Id communicator) {
  const auto [found, is_new] = participants_.try_emplace(
      {communicator, collective.name, collective.root.value_or(-1), collective.sequence.value_or(-1)});
  Participants &roll = found->second;
  if (!is_new) return roll;
  roll.node = graph_.add(ReleaseGraph::Kind::all, false);
  const GlobalCommunicator &members = communicators_.all()[communicator];
  const auto call = [&](std::uint32_t process) {
    if (++steps_ > most_steps) return;
    roll.traces = roll.traces && !evidence_[process].progress_counters.empty();
    const Entered entered = collectives_.entered(collective, communicator, process);
    if (entered == Entered::yes) {
      ++roll.entered;
      if (!collectives_.is_busy(collective, communicator, process)) return;
      ++roll.busy;
      graph_.wait_for(roll.node, nodes_[process].anything);
      return;
    }
    ++roll.absent;
    roll.by_numbers = roll.by_numbers && entered == Entered::no;
    graph_.wait_for(roll.node,
                    doubted(nodes_[process].calls, entered == Entered::no ? Proof::counters : snapshots_.of(process)));
  };
  const bool complete = processes_.each(members.members, call) && processes_.each(members.remote_members, call);
  roll.unseen = std::int64_t{roll.entered} + roll.absent < members.members.size() + members.remote_members.size();
  if (!complete || steps_ > most_steps) roll.node = able_;
  return roll;
}

HelperSets::Node HelperSets::either_of(std::uint32_t one, std::uint32_t other) {
  const Node node = graph_.add(ReleaseGraph::Kind::any, false);
  for (const std::uint32_t process : {one, other}) graph_.wait_for(node, nodes_[process].calls);
  return node;
}

bool HelperSets::can_afford(std::int64_t steps) {
  steps_ += static_cast<std::size_t>(std::clamp<std::int64_t>(steps, 0, static_cast<std::int64_t>(most_steps)));
  return steps_ <= most_steps;
}

ReleaseGraph::Node HelperSets::of_window(std::uint32_t process, const Window &window, const WindowHelpers &helpers) {
  const Node all = graph_.add(ReleaseGraph::Kind::all, false);
  const auto add = [&](Node to, std::uint32_t helper) {
    graph_.wait_for(to, doubted(nodes_[helper].anything, snapshots_.of(process, helper, window)));
  };
  for (const std::uint32_t helper : helpers.all) add(all, helper);
  if (helpers.some.empty()) return all;
  const Node some = graph_.add(ReleaseGraph::Kind::any, false);
  for (const std::uint32_t helper : helpers.some) add(some, helper);
  graph_.wait_for(all, some);
  return all;
}

HelperSets::All HelperSets::all_of(const Members &members, std::optional<ProcessState> come) {
  auto &known = all_[!come ? 0 : *come == ProcessState::in_init ? 1 : 2];
  const auto [found, is_new] = known.try_emplace(members);
  All &all = found->second;
  if (!is_new) return all;
  all.node = graph_.add(ReleaseGraph::Kind::all, false);
  std::int64_t seen = 0;
  const bool complete = processes_.each(members, [&](std::uint32_t process) {
    ++seen;
    if (come && !is_awaited(evidence_[process], *come)) return;
    ++all.awaited;
    // A process that has reached MPI_Init or MPI_Finalize, but is stopped or busy there, does its part as soon as it
    // can run, whatever it waits for.
    const bool does_its_part = come && has_come(evidence_[process], *come);
    const Node node = does_its_part ? able_ : nodes_[process].anything;
    // Whether a process has reached MPI_Finalize does not depend on snapshots of the same instant, because it never
    // becomes untrue later.
    graph_.wait_for(all.node, doubted(node, come ? Proof::counters : snapshots_.of(process)));
  });
  all.unseen = seen < members.size();
  if (!complete) all.node = able_;
  return all;
}

}  // namespace mqs_shim::why
