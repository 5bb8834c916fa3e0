#pragma once
// Recognizes members that may have left a collective in which others still wait, such as a member that has already sent
// its part of a reduction.

#include <cstdint>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Returns true if `process`, which is not in the collective in which the agent (a waiting thread or nonblocking
// collective) is, may have been in that collective and have left it. Returns false if no member can leave before all
// have entered, or if the numbers of the process's collectives show that it has not entered.
bool may_be_past(const Waits &waits, std::uint32_t agent, std::uint32_t process);

}  // namespace mqs_shim::why
