#pragma once
// Different collectives on one communicator among processes that are stuck together.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/waits.h"

namespace mqs_shim::why {

// Two of the agents of a core in different collectives (by name, root or number) on one communicator, of which neither
// can be a collective ahead of the other: each waits for the other, or is in a collective that nobody leaves before all
// have entered, which the other one has not. Else a rank that left a broadcast early would be blamed.
//
// Failing that, two of a core whose agents are all in one collective, as far as can be seen, and wait there for each
// other alone: they disagree about its root, its counts, or how many came before.
std::optional<std::pair<std::uint32_t, std::uint32_t>> find_mismatch(const Waits &waits,
                                                                     const std::vector<Proof> &stuck,
                                                                     const std::vector<std::uint32_t> &agents);

}  // namespace mqs_shim::why
