#pragma once
// Determines which nodes of a wait-for graph can never act: releases nodes that can act until nothing changes. Finds
// the knots among the remaining nodes. This file has no knowledge of MPI.
//
// A node stands for something that can become able to act: a thread, a condition, or a set of possible helpers. An
// `any` node is able as soon as one of the nodes that it waits for is able; an `all` node as soon as all of them are.
// Without edges, an `all` node is able and an `any` node never is. Time and memory are linear in the number of nodes
// and edges, per round of knots.

#include <cstdint>
#include <span>
#include <vector>

namespace mqs_shim::why {

// Says how certain it is that a node is stuck, best proof first. A node that is stuck by one proof is also stuck by all
// weaker ones.
enum class Proof : std::uint8_t {
  // All messages are accounted for, so that one snapshot of each process is a proof, even if they are of different
  // times.
  counters,
  instant,    // all processes were held at one instant, and no relevant message can be under way between them
  transport,  // two looks were equal, and the transport held no message
  looks,      // two looks were equal, but a message may have been under way during both
  suspected,  // there was one look, without counters
  none        // not stuck: the node can act, as far as is known
};

// Holds the wait-for graph. Usage: add nodes, edges and doubts; call finish(); then call release() and cores().
class ReleaseGraph {
 public:
  using Node = std::uint32_t;
  enum class Kind : std::uint8_t { any, all };

  // Adds a node. An agent is a node that stands for something that waits; knots consist of agents, and all other nodes
  // only connect agents.
  Node add(Kind kind, bool agent);
  // Adds an edge: `node` waits for `on`.
  void wait_for(Node node, Node on);
  // Limits how certain it is that `node` cannot act by itself: no proof that is better than `weakest` may assume that.
  // Proof::none makes the node able. If there are several doubts about a node, the weakest proof counts.
  void doubt(Node node, Proof weakest);

  std::size_t nodes() const { return nodes_.size(); }

  // Prepares the graph for the functions below. Must be called once, after all edges were added.
  void finish();
  std::span<const Node> waited_for(Node node) const { return waits_.of(node); }
  std::span<const Node> waiting_for(Node node) const { return waiters_.of(node); }
  bool is_agent(Node node) const { return nodes_[node].agent; }

  // Returns for each node the best proof that it is stuck. `mended` lists nodes that are assumed to be able to act.
  std::vector<Proof> release(std::span<const Node> mended = {}) const;

  // Returns the knots: the bottom strongly connected components of the relation "waits for a stuck node". Each knot is
  // a sorted list of its agents. A node without edges that can never become able, such as an exited process, does not
  // form a knot.
  std::vector<std::vector<Node>> cores(const std::vector<Proof> &stuck) const;

  // Returns true if `node` is stuck and its wait for `on` is a part of the proof: `on` is stuck as well.
  static bool is_reason(const std::vector<Proof> &stuck, Node node, Node on) {
    return stuck[node] != Proof::none && stuck[on] <= stuck[node];
  }

 private:
  struct NodeFacts {
    Kind kind = Kind::any;
    bool agent = false;
    Proof doubt = Proof::counters;
  };
  struct Edges {
    std::vector<std::uint32_t> begin;
    std::vector<Node> to;
    std::span<const Node> of(Node node) const { return {to.data() + begin[node], to.data() + begin[node + 1]}; }
  };

  std::vector<NodeFacts> nodes_;
  std::vector<Node> from_, on_;  // edges in the order of wait_for(); empty after finish()
  Edges waits_, waiters_;
};

}  // namespace mqs_shim::why
