#pragma once
// Groups ranks that did the same between two looks (readings of all processes at two times).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/job/why/verdict/rank_progress.h"

namespace mqs_shim {

// Describes a group of ranks with the same pace, changes and places.
struct ProgressClass {
  why::Pace pace{};
  std::vector<why::Change> changes;
  // Where the ranks are in each look, such as "is in MPI_Recv at step (ring.c:31)"; empty if they are not in the look.
  std::string first, second;
  std::vector<std::uint32_t> ranks;  // indices in TwoLooks::ranks()
  // The least and the most processor time that one of the ranks has used (RankProgress::processor_milliseconds).
  std::int64_t least_milliseconds = 0, most_milliseconds = 0;
};

// Returns the groups of ranks that stand still first, and the others in the order of their first ranks. With `each`,
// every rank has its own group.
std::vector<ProgressClass> progress_classes(const why::TwoLooks &looks, bool each);

// Returns the word for a pace in JSON: "still", "slow", and so on.
std::string_view pace_term(why::Pace pace);
// Returns the word for a change in JSON: "calls", "operations", and so on.
std::string_view change_term(why::Change change);

}  // namespace mqs_shim
