#pragma once
// Members that have left a collective that others still wait in, as one that has sent its part of a reduction.

#include <cstdint>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Whether `process`, which is not in the collective of an agent on the same communicator, may have been in it and have
// left: not where nobody leaves before all have entered, and not where their numbers tell that it has not entered.
bool may_be_past(const Waits &waits, std::uint32_t agent, std::uint32_t process);

}  // namespace mqs_shim::why
