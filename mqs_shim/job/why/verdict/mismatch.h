#pragma once
// Different collectives on one communicator among processes that are stuck together.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim::why {

// Which way data goes in a collective: of a rooted one every other member receives from one member only, or sends to
// one only.
enum class Flow : std::uint8_t { between_all, from_root, to_root };

Flow flow_of(const Collective &collective);

using AgentPair = std::pair<std::uint32_t, std::uint32_t>;

// Two of the agents of a core in different collectives (by name, root or number) on one communicator, of which neither
// can be a collective ahead of the other: each waits for the other, or is in a collective that nobody leaves before all
// have entered, which the other one has not. Else a rank that left a broadcast early would be blamed.
//
// Failing that, two of a core whose agents are all in one collective, as far as can be seen, and wait there for each
// other alone: they disagree about its root, its counts, or how many came before.
std::optional<AgentPair> find_mismatch(const Waits &waits, const std::vector<Proof> &stuck,
                                       const std::vector<std::uint32_t> &agents);

// Two of a core in the same rooted collective that cannot mean the same root, by the library's messages: one sends to
// the other, which waits for data of somebody else alone, or one waits for data of the other, which sends to somebody
// else, or one waits for data of the other, which has asked for its data, or each sends to the other.
std::optional<AgentPair> find_root_disagreement(const Waits &waits, const std::vector<Proof> &stuck,
                                                const std::vector<std::uint32_t> &agents);

}  // namespace mqs_shim::why
