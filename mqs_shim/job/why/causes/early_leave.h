#pragma once
// Recognizes members that may have left a collective while others still wait in it. An example is a member that has
// already sent its part of a reduction.

#include <cstdint>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Returns true if `process` may have been in the agent's collective and have left it. The agent is a waiting thread or
// nonblocking collective; `process` must not be in its collective now. Returns false if no member can leave before all
// have entered, or if the process's numbers of collectives show that it has not entered.
bool may_be_past(const Waits &waits, std::uint32_t agent, std::uint32_t process);

}  // namespace mqs_shim::why
