#pragma once
// Who can never go on: release to a fix-point in a graph of waits, and the cores of what is left. Knows nothing of MPI.
//
// A node stands for something that can become able to act: a thread, a condition, a set of possible helpers. `any` is
// able as soon as one of the nodes that it waits for is, `all` as soon as all of them are; with nothing to wait for,
// `all` is able and `any` never. Time and memory are linear in nodes + edges, for each round of cores.

#include <cstdint>
#include <span>
#include <vector>

namespace mqs_shim::why {

// How sure it is that a node is stuck, best first. What is stuck with one of them is stuck with all weaker ones.
enum class Proof : std::uint8_t {
  counters,   // all messages are accounted for: one picture of each process proves it, also of different times
  instant,    // all were held still at one instant, and nothing that matters can be under way between them
  transport,  // two equal looks, and nothing was under way in the transport
  looks,      // two equal looks; a message that is under way for so long cannot be excluded
  suspected,  // one look without counters
  none        // not stuck: can act, as far as is known
};

class ReleaseGraph {
 public:
  using Node = std::uint32_t;
  enum class Kind : std::uint8_t { any, all };

  // An agent is a node that a core is made of; the others only connect agents.
  Node add(Kind kind, bool agent);
  void wait_for(Node node, Node on);
  // Without it, only a proof as weak as `weakest` may take it for granted that `node` is not able by itself. None: it
  // is able. Of several doubts the greatest counts.
  void doubt(Node node, Proof weakest);

  std::size_t nodes() const { return nodes_.size(); }

  // Call once, when all edges are known; the functions below need it.
  void finish();
  std::span<const Node> waited_for(Node node) const { return waits_.of(node); }
  std::span<const Node> waiting_for(Node node) const { return waiters_.of(node); }
  bool is_agent(Node node) const { return nodes_[node].agent; }

  // For each node the best proof that it is stuck. `mended` are taken as able.
  std::vector<Proof> release(std::span<const Node> mended = {}) const;

  // What is stuck by itself: the bottom strongly connected components of "waits for a stuck node". Each is a list of
  // its agents, in order; nodes that nothing can ever make able (a process that is gone) end a path and are no reason.
  std::vector<std::vector<Node>> cores(const std::vector<Proof> &stuck) const;

  // Whether `on` is one of the reasons why `node` is stuck.
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
  std::vector<Node> from_, on_;  // edges as they come; empty once finished
  Edges waits_, waiters_;
};

}  // namespace mqs_shim::why
