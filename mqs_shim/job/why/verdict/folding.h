#pragma once
// Agents that do the same, as one line: the same call at the same place, waiting for the same or for neighbours at the
// same distance.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

struct Shape {
  std::vector<std::uint32_t> agents;  // numbers in Waits::agents; the first one stands for all
  // The other side of each operation that they wait for is so many ranks further in the communicator, modulo its size;
  // nothing for conditions without one. Empty: the other sides are the same processes for all.
  std::vector<std::optional<std::int64_t>> distances;
};

// Distances are used where they make fewer shapes of the agents that are alike otherwise. In the order of the first
// agents.
std::vector<Shape> fold(const Waits &waits, std::span<const std::uint32_t> agents);

}  // namespace mqs_shim::why
