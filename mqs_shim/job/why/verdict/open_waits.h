#pragma once
// Makes the findings about agents (waiting threads and nonblocking collectives) that wait for something that may still
// happen.

#include <cstdint>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"

namespace mqs_shim::why {

// Returns one finding for each kind of process that is waited for. `stuck` has the proof for each node of the graph.
// Agents whose message has arrived or is on its way are in no finding. `looks` shows which processes made progress
// between two looks; it is null if there was one look. If a process appears to be about to continue but made no
// progress, the finding says that it cannot be seen what the process waits for.
std::vector<Finding> open_findings(const Waits &waits, const std::vector<Proof> &stuck, const Looks *looks);

// Returns the indices of the conditions of an agent (a waiting thread or nonblocking collective) that are not about to
// be met. The agent must not be stuck. Returns nothing if the agent continues by itself.
std::vector<std::uint32_t> open_conditions(const Waits &waits, std::size_t agent);

}  // namespace mqs_shim::why
