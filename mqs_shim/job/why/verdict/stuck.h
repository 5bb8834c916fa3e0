#pragma once
// Makes the findings about agents (waiting threads and nonblocking collectives) that can never continue.

#include <span>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim::why {

// Returns one finding per knot (agents that all wait for each other); then findings about the agents that would still
// be stuck if these knots were resolved, and so on. Each stuck agent is in exactly one finding, either in its knot or
// behind it. `stuck` has the proof for each node of the graph; `looks` is null if there was one look.
std::vector<Finding> stuck_findings(const Waits &waits, const std::vector<Proof> &stuck, const Looks *looks);

// Returns the indices of the conditions that prove that an agent (a waiting thread or nonblocking collective) is stuck.
std::vector<std::uint32_t> proving_conditions(const Waits &waits, const std::vector<Proof> &stuck, std::size_t agent);

}  // namespace mqs_shim::why
