#pragma once
// Finds different collectives on one communicator among processes that are stuck together.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Says in which direction a collective moves data. In a rooted collective, every other member receives from, or sends
// to, the root only.
enum class Flow : std::uint8_t { between_all, from_root, to_root };

Flow flow_of(const Collective &collective);

using AgentPair = std::pair<std::uint32_t, std::uint32_t>;

// Returns two agents of a knot (ranks that all wait for each other) that are in different collectives, by name, root or
// number, on one communicator. Neither may simply be ahead of the other: each of the two waits for the other, or is in
// a collective that no member leaves before all have entered, and the other one has not entered it. Otherwise a rank
// that left a broadcast early would be blamed.
//
// If there are none, returns two agents of a knot whose agents all appear to be in one collective and wait only for
// each other there: they disagree about the root, the counts, or the number of collectives before.
std::optional<AgentPair> find_mismatch(const Waits &waits, const std::vector<Proof> &stuck,
                                       const std::vector<std::uint32_t> &agents);

// Returns two agents of a knot (ranks that all wait for each other) that are in the same rooted collective, but whose
// internal messages show that they passed different roots. That is so if one of them sends to the other, which waits
// for data of another rank only; if one waits for data of the other, which sends to another rank; if one waits for data
// of the other, which waits for data of the first; or if each sends to the other.
std::optional<AgentPair> find_root_disagreement(const Waits &waits, const std::vector<Proof> &stuck,
                                                const std::vector<std::uint32_t> &agents);

}  // namespace mqs_shim::why
