#pragma once
// Folds agents that do the same into one line of the output: agents in the same call at the same place that wait for
// the same processes, or for neighbours at the same distance.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Describes agents that are shown together.
struct Shape {
  std::vector<std::uint32_t> agents;  // numbers in Waits::agents; the first agent represents all
  // For each condition, the distance from an agent's rank to the other side's rank in the communicator, modulo its
  // size; nothing for conditions without a peer. Empty if all agents wait for the same processes.
  std::vector<std::optional<std::int64_t>> distances;
};

// Returns the shapes in the order of their first agents. Uses distances if agents that are otherwise alike then need
// fewer shapes.
std::vector<Shape> fold(const Waits &waits, std::span<const std::uint32_t> agents);

}  // namespace mqs_shim::why
