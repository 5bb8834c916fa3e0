#pragma once
// Finds likely causes in collectives that nearly fit: calls on another communicator, in another order, or without a
// root.

#include <cstdint>
#include <vector>

#include "mqs_shim/job/why/causes/likely_cause.h"

namespace mqs_shim::why {

// Searches the collectives of `agents`, which are stuck together. An agent is a waiting thread or nonblocking
// collective, given by its number in Waits::agents. Returns causes of the kinds no_root, no_communicator,
// other_communicator, collectives_exchanged, other_collective and nonblocking_order.
std::vector<Cause> collective_causes(const Waits &waits, const Verdict &verdict,
                                     const std::vector<std::uint32_t> &agents);

}  // namespace mqs_shim::why
