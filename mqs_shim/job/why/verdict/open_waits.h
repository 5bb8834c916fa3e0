#pragma once
// Findings about agents that wait for something that may still happen.

#include <cstdint>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim::why {

// One for each kind of process that is waited for. `stuck`: of each node of the graph. Agents whose message is there or
// on its way are in none. `looks`, null if there was one look, show who has moved: those go on, and of others that seem
// to be about to go on it cannot be seen what they wait for.
std::vector<Finding> open_findings(const Waits &waits, const std::vector<Proof> &stuck, const Looks *looks);

// The conditions of an agent that is not stuck that are not on their way; none if it goes on by itself.
std::vector<std::uint32_t> open_conditions(const Waits &waits, std::size_t agent);

}  // namespace mqs_shim::why
