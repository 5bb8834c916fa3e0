#include "mqs_shim/render/verdict/page/wait_graph.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/verdict/words/activity_words.h"
#include "mqs_shim/render/verdict/words/missing_words.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

namespace {

using why::ConditionKind;
using why::OperationKind;

constexpr std::size_t most_groups = 24;
constexpr std::size_t most_unseen = 64;
// This limits how many helpers (processes that a rank waits for) are followed from one node. As the ranks of a node
// wait for the same, further ranks add nothing new.
constexpr std::size_t most_steps_of_node = 200'000;

class GraphBuilder {
 public:
  GraphBuilder(const why::Waits &waits, const why::Verdict &verdict, const std::string &launcher)
      : waits_(waits), verdict_(verdict), launcher_(launcher), words_(waits), nodes_of_(waits.evidence().size()) {
    for (std::uint32_t i = 0; i < waits.agents().size(); ++i) numbers_.emplace(waits.agents()[i], i);
    taken_.resize(waits.agents().size());
  }

  WaitGraph build() {
    for (std::uint32_t i = 0; i < verdict_.findings.size(); ++i) {
      const why::Finding &finding = verdict_.findings[i];
      const bool stuck = why::can_never_go_on(finding.kind);
      add_waits(i, stuck ? Role::core : Role::waiting, finding.agents);
      add_waits(i, stuck ? Role::behind : Role::waiting, finding.behind);
    }
    for (std::uint32_t i = 0; i < verdict_.findings.size(); ++i) {
      for (const std::uint32_t process : verdict_.findings[i].processes) {
        if (nodes_of_[process].empty()) add_idle(i, process);
      }
    }
    const std::size_t waiting = graph_.nodes.size();
    for (std::size_t i = 0; i < waiting; ++i) add_edges(i);
    for (WaitGraph::Node &node : graph_.nodes) name(node);
    for (auto &[ends, edge] : edges_) graph_.edges.push_back(std::move(edge));
    return std::move(graph_);
  }

 private:
  using Role = WaitGraph::Role;

  std::size_t add_node(WaitGraph::Node node) {
    const std::size_t number = graph_.nodes.size();
    for (const std::uint32_t agent : node.agents) node.processes.push_back(waits_.agents()[agent].process);
    std::sort(node.processes.begin(), node.processes.end());
    node.processes.erase(std::unique(node.processes.begin(), node.processes.end()), node.processes.end());
    for (const std::uint32_t process : node.processes) nodes_of_[process].push_back(number);
    for (const std::uint32_t agent : node.agents) node_of_agent_.emplace(agent, number);
    graph_.nodes.push_back(std::move(node));
    return number;
  }

  void add_waits(std::uint32_t finding, Role role, const std::vector<std::uint32_t> &agents) {
    std::vector<std::uint32_t> fresh;
    for (const std::uint32_t agent : agents) {
      if (!taken_[agent]) fresh.push_back(agent);
      taken_[agent] = true;
    }
    std::vector<WaitGroup> groups = group_waits(words_, waits_, verdict_, fresh);
    WaitGroup rest;
    if (groups.size() > most_groups) {
      const std::size_t folded = groups.size() - most_groups + 1;
      rest.call = std::to_string(folded) + " other kinds of waits";
      for (std::size_t i = most_groups - 1; i < groups.size(); ++i)
        rest.agents.insert(rest.agents.end(), groups[i].agents.begin(), groups[i].agents.end());
      groups.resize(most_groups - 1);
      groups.push_back(std::move(rest));
    }
    for (WaitGroup &group : groups) {
      WaitGraph::Node node{.role = role, .finding = finding};
      node.agents = std::move(group.agents);
      node.call = std::move(group.call);
      node.site = std::move(group.site);
      node.wait = std::move(group.wait);
      add_node(std::move(node));
    }
  }

  // For a process that does not wait: adds it to the node of processes with the same activity, and returns the node's
  // index.
  std::size_t add_idle(std::uint32_t finding, std::uint32_t process) {
    std::string activity = process_activity(waits_, process);
    if (idle_.size() >= most_groups && !idle_.contains(activity)) activity = "does something else";
    const auto [known, is_new] = idle_.try_emplace(activity, graph_.nodes.size());
    if (is_new) {
      WaitGraph::Node node{.role = Role::idle, .finding = finding};
      node.processes = {process};
      node.call = std::move(activity);
      return add_node(std::move(node));
    }
    graph_.nodes[known->second].processes.push_back(process);
    nodes_of_[process].push_back(known->second);
    return known->second;
  }

  std::size_t missing_node(std::uint32_t finding, const std::vector<why::ProcessId> &processes) {
    if (!missing_node_) {
      WaitGraph::Node node{.role = Role::missing, .finding = finding};
      missing_node_ = add_node(std::move(node));
    }
    missing_.insert(missing_.end(), processes.begin(), processes.end());
    return *missing_node_;
  }

  void add_edges(std::size_t number) {
    std::size_t steps = 0;
    // The list of agents is copied, because adding nodes may move it in memory.
    const std::vector<std::uint32_t> agents = graph_.nodes[number].agents;
    const std::uint32_t finding = graph_.nodes[number].finding;
    for (const std::uint32_t agent : agents) {
      if (steps > most_steps_of_node) return;
      std::vector<std::uint32_t> indices = why::reasons(waits_, verdict_, agent);
      if (indices.empty()) {
        for (std::uint32_t i = 0; i < waits_.prospects(agent).size(); ++i) indices.push_back(i);
      }
      for (const std::uint32_t index : indices) steps += 1 + add_edges(number, finding, agent, index);
    }
  }

  // Adds the edges for one condition of an agent: from node `number` to the processes that the condition needs. Returns
  // the number of these processes.
  std::size_t add_edges(std::size_t number, std::uint32_t finding, std::uint32_t agent, std::uint32_t index) {
    const std::string reason = reason_of(agent, index);
    const why::Condition condition = waits_.condition(agent, index);
    const bool all = waits_.needs_all(agent);
    if (condition.kind == ConditionKind::schedule) {
      const auto schedule =
          numbers_.find({waits_.agents()[agent].process, static_cast<std::uint32_t>(condition.index), true});
      if (schedule == numbers_.end()) return 0;
      const auto node = node_of_agent_.find(schedule->second);
      if (node != node_of_agent_.end()) add_edge(number, node->second, reason, !all);
      return 0;
    }
    const std::vector<std::uint32_t> helpers = waits_.helpers(agent, index, why::most_helpers);
    const std::vector<why::ProcessId> unseen = waits_.unseen_helpers(agent, index, most_unseen);
    const bool one_of_several = !all || (is_any(condition, agent) && helpers.size() + unseen.size() > 1);
    for (const std::uint32_t process : helpers) {
      if (nodes_of_[process].empty()) add_idle(finding, process);
      for (const std::size_t node : nodes_of_[process]) add_edge(number, node, reason, one_of_several);
    }
    if (!unseen.empty()) add_edge(number, missing_node(finding, unseen), reason, one_of_several);
    return helpers.size();
  }

  bool is_any(const why::Condition &condition, std::uint32_t agent) const {
    if (condition.kind == ConditionKind::any_member) return true;
    if (condition.kind != ConditionKind::operation) return false;
    const why::Evidence &evidence = waits_.evidence()[waits_.agents()[agent].process];
    return !evidence.operations[static_cast<std::size_t>(condition.index)].peer;
  }

  void add_edge(std::size_t from, std::size_t to, const std::string &reason, bool one_of_several) {
    const WaitGraph::Node &source = graph_.nodes[from], &target = graph_.nodes[to];
    const auto [known, is_new] = edges_.try_emplace({from, to});
    WaitGraph::Edge &edge = known->second;
    if (is_new) {
      edge.from = from;
      edge.to = to;
      edge.core = source.role == Role::core && target.role == Role::core && source.finding == target.finding;
      // If ranks of one node wait for each other, the edge gets the text of the node instead of a reason for each rank.
      // That text names peers as distances.
      if (from == to && source.agents.size() > 1 && !source.wait.empty()) edge.reasons.push_back(source.wait);
    }
    edge.one_of_several = edge.one_of_several || one_of_several;
    if (from == to && source.agents.size() > 1 && !source.wait.empty()) return;
    if (std::find(edge.reasons.begin(), edge.reasons.end(), reason) != edge.reasons.end()) return;
    if (edge.reasons.size() < WaitGraph::most_reasons) {
      edge.reasons.push_back(reason);
    } else {
      edge.more_reasons = true;
    }
  }

  // Returns what the processes that a condition needs have to do, such as "to send tag 7 on halo".
  std::string reason_of(std::uint32_t number, std::uint32_t index) const {
    const why::Agent &agent = waits_.agents()[number];
    const why::Condition condition = waits_.condition(number, index);
    const why::Collective *collective = waits_.collective(number);
    switch (condition.kind) {
      case ConditionKind::operation: {
        const why::Evidence &evidence = waits_.evidence()[agent.process];
        const why::Operation &operation = evidence.operations[static_cast<std::size_t>(condition.index)];
        const std::string on = " on " + words_.communicator(agent.process, operation.communicator);
        if (operation.kind == OperationKind::partitioned_send) return "to act for the partitioned send" + on;
        if (operation.internal) return "its part of " + words_.call(number) + on;
        const std::string tag = operation.any_tag ? "any tag" : "tag " + std::to_string(operation.tag);
        if (operation.kind == OperationKind::send) return "to receive " + tag + on;
        return (operation.kind == OperationKind::transfer ? "the rest of " : "to send ") + tag + on;
      }
      case ConditionKind::schedule:
        return "to complete";
      case ConditionKind::enter:
        if (collective == nullptr || collective->name.empty()) return "to enter the collective";
        return "to enter " + printable(collective->name) +
               (collective->communicator < 0 ? std::string()
                                             : " on " + words_.communicator(agent.process, collective->communicator));
      case ConditionKind::members:
        return "to call " + words_.call(number);
      case ConditionKind::any_member:
        return "to act";
      case ConditionKind::post:
        return "to call MPI_Win_post on " + words_.window_name(number, condition);
      case ConditionKind::complete:
        return "to call MPI_Win_complete on " + words_.window_name(number, condition);
      case ConditionKind::lock:
        return "to unlock " + words_.window_name(number, condition);
      case ConditionKind::program:
        return "to call MPI_Grequest_complete";
      case ConditionKind::external:
        return "from outside";
    }
    return {};
  }

  void name(WaitGraph::Node &node) const {
    std::sort(node.processes.begin(), node.processes.end());
    if (node.role != Role::missing) {
      node.ranks = words_.ranks_of(node.processes);
    } else {
      node.ranks = words_.ranks(missing_);
      node.call = missing_text(waits_, missing_, launcher_);
    }
  }

  const why::Waits &waits_;
  const why::Verdict &verdict_;
  const std::string &launcher_;
  const WaitWords words_;
  WaitGraph graph_;
  std::vector<bool> taken_;                         // agents that have a node
  std::vector<std::vector<std::size_t>> nodes_of_;  // indices of the nodes for each process
  std::map<std::uint32_t, std::size_t> node_of_agent_;
  std::map<why::Agent, std::uint32_t> numbers_;
  std::map<std::string, std::size_t> idle_;
  std::optional<std::size_t> missing_node_;
  std::vector<why::ProcessId> missing_;
  std::map<std::pair<std::size_t, std::size_t>, WaitGraph::Edge> edges_;
};

}  // namespace

WaitGraph wait_graph(const why::Waits &waits, const why::Verdict &verdict, const std::string &launcher) {
  return GraphBuilder(waits, verdict, launcher).build();
}

}  // namespace mqs_shim
