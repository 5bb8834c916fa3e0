#pragma once
// Folds agents (waiting threads and nonblocking collectives) that do the same into one line of the output. Such agents
// are in the same call at the same place, and wait for the same processes or for neighbours at the same distance.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Describes agents (waiting threads and nonblocking collectives) that are shown in one line.
struct Shape {
  std::vector<std::uint32_t> agents;  // numbers in Waits::agents; the first agent represents all
  // For each condition, the distance in the communicator from the agent's rank to the peer's rank, modulo the
  // communicator's size; nothing if the condition has no peer. The list is empty if all agents wait for the same
  // processes.
  std::vector<std::optional<std::int64_t>> distances;
};

// Divides the agents into shapes, in the order of their first agents. Agents that are otherwise alike are divided by
// their peers or by the distances to their peers, whichever makes fewer shapes.
std::vector<Shape> fold(const Waits &waits, std::span<const std::uint32_t> agents);

}  // namespace mqs_shim::why
