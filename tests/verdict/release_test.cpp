// The fix-point and its cores against every order in which agents of small graphs can be released.

#include "mqs_shim/job/why/graph/release.h"

#include <doctest/doctest.h>

#include <random>
#include <set>

#include "tests/fakes/random_rounds.h"

namespace mqs_shim::why {

namespace {

using Node = ReleaseGraph::Node;

struct Agent {
  bool all = false;
  std::vector<Node> on;
  Proof doubt = Proof::counters;
};
using Agents = std::vector<Agent>;

// The agents that can be able after any sequence of releases, each of one agent whose wait holds, if all that a proof
// of strength `proof` has to grant is granted.
unsigned reachable(const Agents &agents, Proof proof, unsigned able) {
  std::set<unsigned> seen{able};
  std::vector<unsigned> states{able};
  unsigned ever = able;
  while (!states.empty()) {
    const unsigned state = states.back();
    states.pop_back();
    for (Node agent = 0; agent < agents.size(); ++agent) {
      const Agent &one = agents[agent];
      bool holds = one.all;
      for (const Node on : one.on) {
        const bool helps = (state >> on & 1) != 0;
        holds = one.all ? holds && helps : holds || helps;
      }
      if (!holds && one.doubt <= proof) continue;
      const unsigned next = state | 1u << agent;
      ever |= next;
      if (seen.insert(next).second) states.push_back(next);
    }
  }
  return ever;
}

ReleaseGraph graph_of(const Agents &agents) {
  ReleaseGraph graph;
  for (const Agent &agent : agents) {
    graph.doubt(graph.add(agent.all ? ReleaseGraph::Kind::all : ReleaseGraph::Kind::any, true), agent.doubt);
  }
  for (Node agent = 0; agent < agents.size(); ++agent) {
    for (const Node on : agents[agent].on) graph.wait_for(agent, on);
  }
  graph.finish();
  return graph;
}

Agents random_agents(std::mt19937 &random) {
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  Agents agents(static_cast<std::size_t>(draw(1, 6)));
  for (Agent &agent : agents) {
    agent.all = draw(0, 1) == 0;
    for (int count = draw(draw(0, 4) == 0 ? 0 : 1, 3); count > 0; --count) {
      agent.on.push_back(static_cast<Node>(draw(0, static_cast<int>(agents.size()) - 1)));
    }
    if (draw(0, 2) == 0) agent.doubt = static_cast<Proof>(draw(1, 4));
  }
  return agents;
}

}  // namespace

TEST_CASE("what is stuck is what no order of releases makes able, for each strength of proof") {
  for (unsigned seed = 0; seed < fakes::random_rounds(20000); ++seed) {
    std::mt19937 random(seed);
    const Agents agents = random_agents(random);
    const std::vector<Proof> stuck = graph_of(agents).release();
    INFO("seed ", seed);
    for (int proof = 0; proof < static_cast<int>(Proof::none); ++proof) {
      const unsigned ever = reachable(agents, static_cast<Proof>(proof), 0);
      for (Node agent = 0; agent < agents.size(); ++agent) {
        CHECK((stuck[agent] <= static_cast<Proof>(proof)) == ((ever >> agent & 1) == 0));
      }
    }
  }
}

TEST_CASE("a core stays stuck whatever the others do, and nothing is stuck without one") {
  for (unsigned seed = 0; seed < fakes::random_rounds(20000); ++seed) {
    std::mt19937 random(seed);
    const Agents agents = random_agents(random);
    const ReleaseGraph graph = graph_of(agents);
    const std::vector<Proof> stuck = graph.release();
    const auto cores = graph.cores(stuck);
    INFO("seed ", seed);
    bool some = false;
    for (const Proof one : stuck) some = some || one != Proof::none;
    // Agents that nothing can ever help are alone.
    CHECK(some == !cores.empty());
    for (const std::vector<Node> &core : cores) {
      unsigned members = 0;
      for (const Node agent : core) members |= 1u << agent;
      const unsigned others = ~members & ((1u << agents.size()) - 1);
      const unsigned ever = reachable(agents, stuck[core.front()], others);
      CHECK((ever & members) == 0);
      for (const Node agent : core) CHECK(stuck[agent] == stuck[core.front()]);
    }
  }
}

TEST_CASE("nodes that are no agents lead from agent to agent, and to nowhere") {
  ReleaseGraph graph;
  const Node able = graph.add(ReleaseGraph::Kind::all, false), gone = graph.add(ReleaseGraph::Kind::any, false);
  const Node a = graph.add(ReleaseGraph::Kind::any, true), b = graph.add(ReleaseGraph::Kind::any, true);
  const Node c = graph.add(ReleaseGraph::Kind::all, true), set = graph.add(ReleaseGraph::Kind::any, false);
  graph.wait_for(a, set);
  graph.wait_for(set, b);
  graph.wait_for(set, gone);
  graph.wait_for(b, a);
  graph.wait_for(c, gone);
  graph.wait_for(c, able);
  graph.finish();
  const std::vector<Proof> stuck = graph.release();
  CHECK(stuck[able] == Proof::none);
  CHECK(stuck[set] == Proof::counters);
  CHECK(graph.cores(stuck) == std::vector<std::vector<Node>>{{a, b}, {c}});
  // With the first core mended the other one is left.
  const std::vector<Node> mended{a};
  CHECK(graph.cores(graph.release(mended)) == std::vector<std::vector<Node>>{{c}});
}

}  // namespace mqs_shim::why
