#pragma once
// Findings about agents that can never go on.

#include <span>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim::why {

// Cores first; then those that would still be stuck if these were mended, and so on. Each agent that is stuck is in one
// finding, in its core or behind it. `stuck`: of each node of the graph.
std::vector<Finding> stuck_findings(const Waits &waits, const std::vector<Proof> &stuck, const Looks *looks);

// The conditions of a stuck agent that prove it.
std::vector<std::uint32_t> proving_conditions(const Waits &waits, const std::vector<Proof> &stuck, std::size_t agent);

}  // namespace mqs_shim::why
