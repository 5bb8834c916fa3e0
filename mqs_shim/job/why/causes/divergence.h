#pragma once
// Where the ways of two ranks through the program part.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mqs_shim/job/why/causes/participation.h"

namespace mqs_shim::why {

// The innermost frame that both paths share, and the two places in it that they are at.
struct Divergence {
  std::size_t depth = 0;  // of the frame, 0 the outermost, the same in both
  Site one, other;
};

// Paths as Thread::path. Nothing if they share no frame, or are at the same place in all frames that they share.
std::optional<Divergence> where_paths_diverge(const std::vector<Site> &one, const std::vector<Site> &other);

// Ranks that are elsewhere than most members of a communicator that somebody waits in a collective on.
struct Outliers {
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  std::vector<std::uint32_t> processes;         // all at one place
  std::vector<std::uint32_t> most;              // the largest group, in one collective or at one place
  std::optional<Divergence> divergence;         // `one` is that of the outliers
  std::vector<std::uint32_t> at_one, at_other;  // those of `processes` and of `most` that are at these two places
};

// The smallest group first; at most `most_outliers` of each roll. Members of equal groups count as outliers of each
// other only if there are two. Those that nobody waits for in a collective (Participation::not_awaited) are none.
std::vector<Outliers> find_outliers(const Waits &waits, const std::vector<Participation> &rolls);

inline constexpr std::size_t most_outliers = 4;

}  // namespace mqs_shim::why
