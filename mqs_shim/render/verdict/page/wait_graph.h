#pragma once
// Who waits for whom as a graph that a person can read: ranks that wait in the same place for the same are one node.

#include <cstdint>
#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim {

struct WaitGraph {
  enum class Role : std::uint8_t {
    core,     // can never go on, and is the reason
    behind,   // can never go on because of the core
    waiting,  // for something that may still happen
    idle,     // does not wait: runs, has exited, ...
    missing   // is not among the processes that were looked at
  };
  struct Node {
    Role role{};
    std::uint32_t finding = 0;               // index in Verdict::findings
    std::vector<std::uint32_t> agents{};     // that wait; empty of idle and missing ones
    std::vector<std::uint32_t> processes{};  // of the agents, or idle ones; sorted
    // Printable: "ranks 2,4-127"; the call or what it does; where; what it waits for, peers as offsets if that folds
    // more (WaitGroup). A node of many different waits has a count as its call and no wait.
    std::string ranks{}, call{}, site{}, wait{};
  };
  struct Edge {
    std::size_t from = 0, to = 0;      // `from` waits for `to`
    std::vector<std::string> reasons;  // "to send tag 7 on halo"; printable, at most `most_reasons`
    bool more_reasons = false;
    bool one_of_several = false;  // any of the edges with this mark would do
    bool core = false;            // both ends are in one core
  };
  static constexpr std::size_t most_reasons = 3;

  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

// A finding gives at most some dozen nodes for each role: what is beyond, the largest groups, becomes one node.
// `launcher`: as of word_why().
WaitGraph wait_graph(const why::Waits &waits, const why::Verdict &verdict, const std::string &launcher = {});

}  // namespace mqs_shim
