#include "mqs_shim/job/why/graph/release.h"

#include <algorithm>

namespace mqs_shim::why {

ReleaseGraph::Node ReleaseGraph::add(Kind kind, bool agent) {
  nodes_.push_back({kind, agent, Proof::counters});
  return static_cast<Node>(nodes_.size() - 1);
}

void ReleaseGraph::wait_for(Node node, Node on) {
  from_.push_back(node);
  on_.push_back(on);
}

void ReleaseGraph::doubt(Node node, Proof weakest) {
  nodes_[node].doubt = std::max(nodes_[node].doubt, weakest);
}

void ReleaseGraph::finish() {
  const auto sorted = [this](const std::vector<Node> &from, const std::vector<Node> &to) {
    Edges edges;
    edges.begin.assign(nodes_.size() + 1, 0);
    for (const Node node : from) ++edges.begin[node + 1];
    for (std::size_t node = 0; node < nodes_.size(); ++node) edges.begin[node + 1] += edges.begin[node];
    std::vector<std::uint32_t> next(edges.begin.begin(), edges.begin.end() - 1);
    edges.to.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) edges.to[next[from[i]]++] = to[i];
    return edges;
  };
  waits_ = sorted(from_, on_);
  waiters_ = sorted(on_, from_);
  from_ = {};
  on_ = {};
}

std::vector<Proof> ReleaseGraph::release(std::span<const Node> mended) const {
  std::vector<std::uint32_t> missing(nodes_.size());
  std::vector<Proof> stuck(nodes_.size(), Proof::counters);
  std::vector<Node> by_doubt[static_cast<int>(Proof::none) + 1], able;
  std::vector<bool> released(nodes_.size());
  Proof level = Proof::none;
  const auto release_one = [&](Node node) {
    if (released[node]) return;
    released[node] = true;
    stuck[node] = level;
    able.push_back(node);
  };
  for (Node node = 0; node < nodes_.size(); ++node) {
    const NodeFacts &facts = nodes_[node];
    missing[node] = facts.kind == Kind::any ? 1 : static_cast<std::uint32_t>(waits_.of(node).size());
    by_doubt[static_cast<int>(missing[node] == 0 ? Proof::none : facts.doubt)].push_back(node);
  }
  for (const Node node : mended) release_one(node);
  // Releases nodes for each kind of proof, from the weakest to the best. For a better proof, more nodes count as able
  // (not stuck).
  for (int doubt = static_cast<int>(Proof::none); doubt > static_cast<int>(Proof::counters); --doubt) {
    level = static_cast<Proof>(doubt);
    for (const Node node : by_doubt[doubt]) release_one(node);
    while (!able.empty()) {
      const Node helper = able.back();
      able.pop_back();
      for (const Node waiter : waiters_.of(helper)) {
        if (missing[waiter] != 0 && --missing[waiter] == 0) release_one(waiter);
      }
    }
  }
  return stuck;
}

std::vector<std::vector<ReleaseGraph::Node>> ReleaseGraph::cores(const std::vector<Proof> &stuck) const {
  // Uses Tarjan's algorithm with an explicit stack. A component is complete only after all components that it reaches,
  // so that its successors are known. Agents are nodes that stand for something that waits. A component is called
  // hollow if it has no agents and reaches no component with agents.
  constexpr std::uint32_t unseen = 0;
  constexpr Node unfinished = UINT32_MAX;
  struct Step {
    Node node;
    std::uint32_t next = 0;
  };
  std::vector<std::uint32_t> number(nodes_.size(), unseen), low(nodes_.size());
  std::vector<Node> component(nodes_.size(), unfinished);  // named by its root
  std::vector<bool> hollow(nodes_.size());
  std::vector<Node> stack;
  std::vector<Step> path;
  std::vector<std::vector<Node>> cores;
  std::uint32_t count = 0;
  const auto enter = [&](Node node) {
    number[node] = low[node] = ++count;
    stack.push_back(node);
    path.push_back({node});
  };
  const auto complete = [&](Node root) {
    const auto begin = std::find(stack.rbegin(), stack.rend(), root).base() - 1;
    bool is_bottom = true;
    std::vector<Node> agents;
    for (auto node = begin; node != stack.end(); ++node) component[*node] = root;
    for (auto node = begin; node != stack.end() && is_bottom; ++node) {
      if (nodes_[*node].agent) agents.push_back(*node);
      for (const Node on : waits_.of(*node)) {
        if (is_reason(stuck, *node, on) && !hollow[on]) is_bottom = is_bottom && component[on] == root;
      }
    }
    if (is_bottom && agents.empty()) {
      for (auto node = begin; node != stack.end(); ++node) hollow[*node] = true;
    } else if (is_bottom) {
      std::sort(agents.begin(), agents.end());
      cores.push_back(std::move(agents));
    }
    stack.erase(begin, stack.end());
  };
  for (Node start = 0; start < nodes_.size(); ++start) {
    if (stuck[start] == Proof::none || number[start] != unseen) continue;
    enter(start);
    while (!path.empty()) {
      Step &step = path.back();
      const std::span<const Node> waits = waits_.of(step.node);
      if (step.next < waits.size()) {
        const Node node = step.node, on = waits[step.next++];
        if (!is_reason(stuck, node, on)) continue;
        if (number[on] == unseen) {
          enter(on);
        } else if (component[on] == unfinished) {
          low[node] = std::min(low[node], number[on]);
        }
        continue;
      }
      const Node node = step.node;
      path.pop_back();
      if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[node]);
      if (low[node] == number[node]) complete(node);
    }
  }
  std::sort(cores.begin(), cores.end());
  return cores;
}

}  // namespace mqs_shim::why
