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

// Returns two agents of a knot (ranks that all wait for each other) that are in different collectives on one
// communicator; name, root or number differ. Neither is merely ahead of the other: both have the same number, or each
// of the two waits for the other, or is in a collective that the other has not entered and that nobody leaves before
// all have entered. Without this rule, a rank that left a broadcast early would be blamed.
//
// If there are none, returns two agents of a knot whose agents all appear to be in one collective and wait only for
// each other there: they disagree about the root, the counts, or the number of collectives before.
std::optional<AgentPair> find_mismatch(const Waits &waits, const std::vector<Proof> &stuck,
                                       const std::vector<std::uint32_t> &agents);

// Returns two agents of a knot (ranks that all wait for each other) in the same rooted collective, if their internal
// messages show that they passed different roots. There are four such cases for agents A and B: A sends to B, but B
// waits only for data of another rank; A waits for data of B, but B sends to another rank; both wait for data of each
// other; both send to each other.
std::optional<AgentPair> find_root_disagreement(const Waits &waits, const std::vector<Proof> &stuck,
                                                const std::vector<std::uint32_t> &agents);

// Returns true if two agents passed different roots for certain: they wait for data of each other in a collective that
// moves data in one direction along a tree from, or to, the root, so that counts cannot explain it. Returns false for
// other collectives, in which counts determine the algorithm as well.
bool only_roots_can_differ(const Waits &waits, const AgentPair &agents);

}  // namespace mqs_shim::why
