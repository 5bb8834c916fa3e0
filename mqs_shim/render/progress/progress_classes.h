#pragma once
// Ranks that did the same between two looks.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mqs_shim/job/why/verdict/rank_progress.h"

namespace mqs_shim {

struct ProgressClass {
  why::Pace pace{};
  std::vector<why::Change> changes;
  std::string first, second;         // "is in MPI_Recv at step (ring.c:31)"; empty: not in the look
  std::vector<std::uint32_t> ranks;  // indices in TwoLooks::ranks()
};

// Hung ones first, then in the order of their first ranks. `each`: a class for each rank.
std::vector<ProgressClass> progress_classes(const why::TwoLooks &looks, bool each);

// "hung", "slow", ... of JSON.
std::string_view pace_term(why::Pace pace);
// "calls", "operations", ...
std::string_view change_term(why::Change change);

}  // namespace mqs_shim
