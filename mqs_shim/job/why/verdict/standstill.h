#pragma once
// Measures for how long no rank of a job has done anything visible, over repeated looks.

#include <chrono>
#include <cstdint>
#include <set>
#include <vector>

#include "mqs_shim/job/why/verdict/rank_progress.h"

namespace mqs_shim::why {

// Groups the ranks of two compared looks by their Pace. The lists contain indices in TwoLooks::ranks().
//
// moved: slow, live, replaced, left, joined; ended or stopped since the look before; and outside, if it is in no call
// at both looks, its own code is at another place, and its library counts nothing, so that it may have made calls in
// between.
//
// computing: computes. still: still, unclear, outside, stopped. ended: ended before the first of the two looks. unseen:
// cannot be compared.
struct Movements {
  std::vector<std::uint32_t> moved, computing, still, ended, unseen;
};
Movements movements_of(const TwoLooks &looks);

// Knows since when no rank has moved, over any number of looks.
class Standstill {
 public:
  using Clock = std::chrono::steady_clock;

  // `time` is the time of the first look.
  explicit Standstill(Clock::time_point time) : since_(time), last_(time) {}

  // Adds the result of a later look. If a rank has moved or computes, or no rank can be compared, the time without
  // movement starts again. A rank that was seen in a test (MPI_Test and the like) does not compute until it has moved:
  // moves it from `computing` to `still`.
  void add(Clock::time_point time, const TwoLooks &looks, Movements &movements);

  // Returns the time between the first and the last of the looks that saw nothing move.
  Clock::duration lasts() const { return last_ - since_; }

 private:
  Clock::time_point since_, last_;
  std::set<ProcessId> testing_;  // ranks that were seen in a test and have not moved since
};

}  // namespace mqs_shim::why
