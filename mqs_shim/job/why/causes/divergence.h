#pragma once
// Compares the paths on which ranks came to their calls, and finds the place at which two of them took different paths.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mqs_shim/job/why/causes/participation.h"

namespace mqs_shim::why {

// Describes the innermost frame that two paths share, and the two places in that frame.
struct Divergence {
  std::size_t depth = 0;  // number of the frame, the same in both paths; 0 is the outermost
  Site one, other;
};

// Returns the innermost frame that two paths share, and the two places in it. A path lists the program's frames on a
// stack (Thread::path). Returns nothing if the paths share no frame, or if they are at the same place in each frame
// that they share.
std::optional<Divergence> where_paths_diverge(const std::vector<Site> &one, const std::vector<Site> &other);

// Returns true if two threads came to their calls through the same functions, whatever the lines, or if that is not
// known. If they did not, the program of one has left the way of the other before the call.
bool came_the_same_way(const Thread &one, const Thread &other);

// Describes ranks that are at another place in the program than most members of a communicator, while some members wait
// in a collective on the communicator.
struct Outliers {
  CommunicatorIndex::Id communicator = CommunicatorIndex::unknown;
  std::vector<std::uint32_t> processes;  // ranks that are elsewhere, all of them at one place
  std::vector<std::uint32_t> most;       // the largest group of members, which are in one collective or at one place
  std::optional<Divergence> divergence;  // its site `one` belongs to the outliers, its site `other` to `most`
  // Members of `processes` and of `most` that are at the two sites of `divergence`.
  std::vector<std::uint32_t> at_one, at_other;
};

// Returns the outliers on all communicators in `rolls`, the smallest groups first, and at most `most_outliers` for each
// communicator. Groups of equal size are outliers of each other only if there are exactly two. Members for which no
// member waits (Participation::not_awaited) are not outliers.
std::vector<Outliers> find_outliers(const Waits &waits, const std::vector<Participation> &rolls);

inline constexpr std::size_t most_outliers = 4;

}  // namespace mqs_shim::why
