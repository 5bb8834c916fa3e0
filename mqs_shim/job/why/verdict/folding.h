#pragma once
// Folds agents (waiting threads and nonblocking collectives) that do the same into one line of the output: those in the
// same call at the same place that wait for the same processes, or for neighbours at the same distance.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Describes agents (waiting threads and nonblocking collectives) that are shown in one line.
struct Shape {
  std::vector<std::uint32_t> agents;  // numbers in Waits::agents; the first agent represents all
  // For each condition, the distance from an agent's rank to the other side's rank in the communicator, modulo its
  // size; nothing for conditions without a peer. Empty if all agents wait for the same processes.
  std::vector<std::optional<std::int64_t>> distances;
};

// Divides the agents into shapes, in the order of their first agents. Agents that are otherwise alike are divided by
// the distances to their peers, rather than by the peers themselves, if that makes fewer shapes.
std::vector<Shape> fold(const Waits &waits, std::span<const std::uint32_t> agents);

}  // namespace mqs_shim::why
