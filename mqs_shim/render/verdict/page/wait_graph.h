#pragma once
// Makes a graph of waits that a person can read: ranks that wait for the same at the same place are one node.

#include <cstdint>
#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim {

// Holds the graph of waiting ranks, folded to a size that can be drawn.
struct WaitGraph {
  enum class Role : std::uint8_t {
    core,     // can never continue, and is a reason why others cannot
    behind,   // can never continue because of a knot
    waiting,  // waits for something that may still happen
    idle,     // does not wait: runs, has exited, and so on
    missing   // is not among the inspected processes
  };
  // Describes ranks that are shown as one node.
  struct Node {
    Role role{};
    std::uint32_t finding = 0;               // index in Verdict::findings
    std::vector<std::uint32_t> agents{};     // waiting agents; empty for idle and missing ranks
    std::vector<std::uint32_t> processes{};  // processes of the agents, or idle ones; sorted
    // Printable texts: the ranks ("ranks 2,4-127"); their call, or what they do; the place; and what they wait for.
    // `wait` names peers as distances if that folds more (WaitGroup). A node for many different waits has a count in
    // `call`, and an empty `wait`.
    std::string ranks{}, call{}, site{}, wait{};
  };
  // Says that one node waits for another.
  struct Edge {
    std::size_t from = 0, to = 0;      // `from` waits for `to`
    std::vector<std::string> reasons;  // for example "to send tag 7 on halo"; printable, at most `most_reasons`
    bool more_reasons = false;
    bool one_of_several = false;  // one of the edges with this mark suffices
    bool core = false;            // both ends are in the same knot
  };
  static constexpr std::size_t most_reasons = 3;

  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

// Makes the graph. Each finding gets at most some dozen nodes per role; the largest groups beyond that become one node.
// `launcher` has the same meaning as for word_why().
WaitGraph wait_graph(const why::Waits &waits, const why::Verdict &verdict, const std::string &launcher = {});

}  // namespace mqs_shim
