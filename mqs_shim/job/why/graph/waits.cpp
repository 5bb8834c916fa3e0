#include "mqs_shim/job/why/graph/waits.h"

#include <algorithm>
#include <tuple>

namespace mqs_shim::why {

namespace {

constexpr std::uint32_t no_schedule = UINT32_MAX;

// Returns true if the agent is a nonblocking collective whose internal messages are visible, so that it waits for them.
bool follows_messages(const Evidence &evidence, const Agent &agent) {
  return agent.schedule && evidence.schedules[agent.index].visible;
}

}  // namespace

Waits::Waits(std::span<const Evidence> evidence, const std::vector<bool> &equal)
    : evidence_(evidence),
      processes_(evidence),
      communicators_(evidence),
      messages_(evidence, processes_, communicators_),
      wire_(evidence),
      snapshots_(evidence, equal, processes_, communicators_, messages_, wire_),
      collectives_(evidence, communicators_),
      windows_(evidence, processes_, communicators_),
      partitioned_(evidence, processes_, communicators_) {
  graph_.add(ReleaseGraph::Kind::all, false);  // the node able_, which waits for nothing
  graph_.add(ReleaseGraph::Kind::any, false);  // the node gone_, which nothing makes able
  find_agents();
  make_process_nodes();
  HelperSets sets(evidence_, processes_, communicators_, collectives_, snapshots_, process_nodes_, able_, graph_);
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
  first_schedule_.assign(evidence_.size(), no_schedule);
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
    const Role role = roles_[process];
    if (role == Role::waits || (role == Role::stopped && does_nothing_but_wait(evidence_[process]))) {
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
        // The program's callbacks in MPI_Finalize may still have to run, and they can call MPI.
        if (!evidence_[process].callbacks_over) graph_.doubt(nodes.calls, snapshots_.of(process));
      }
      nodes.inside_collectives = nodes.anything;
      if (end > threads) {
        nodes.inside_collectives = graph_.add(ReleaseGraph::Kind::any, false);
        graph_.wait_for(nodes.inside_collectives, nodes.anything);
        for (std::size_t agent = threads; agent < end; ++agent) {
          // A nonblocking collective whose messages are not visible may send at any time.
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
  // Nothing is certain if several threads are in MPI although the thread level forbids that, as they may have left
  // anything in the library's memory.
  const bool may_be_left = !agent.schedule && evidence.timer_signal != 0;
  if (is_concluded || may_be_left || forbidden_threads(evidence) != 0) graph_.doubt(node(number), Proof::suspected);
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
  const Evidence &evidence = evidence_[agents_[agent].process];
  const std::uint32_t index = agents_[agent].index;
  return agents_[agent].schedule ? !evidence.schedules[index].any : evidence.threads[index].all;
}

}  // namespace mqs_shim::why
