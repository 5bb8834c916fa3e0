#pragma once
// Whether a job stands still, by looks at it again and again: for how long none of its ranks has done anything that can
// be seen.

#include <chrono>
#include <cstdint>
#include <vector>

#include "mqs_shim/job/why/verdict/rank_progress.h"

namespace mqs_shim::why {

// The ranks of a comparison, as indices in TwoLooks::ranks(). What each pace counts as:
//
//   moved    slow, live, replaced, left, joined; it has ended or was stopped since the look before; outside, in no call
//            at both looks, and its own code is at another place, if its library counts nothing: it may have made calls
//            in between
//   still    hung, unclear, outside, stopped
//   ended    has ended before
//   unseen   cannot be compared
struct Movements {
  std::vector<std::uint32_t> moved, still, ended, unseen;
};
Movements movements_of(const TwoLooks &looks);

class Standstill {
 public:
  using Clock = std::chrono::steady_clock;

  // The first look, at that time.
  explicit Standstill(Clock::time_point time) : since_(time), last_(time) {}

  // What was seen at a later look. Nothing is known to stand still if no rank can be compared.
  void add(Clock::time_point time, const Movements &movements);

  // Between the first and the last of the looks that saw nothing move.
  Clock::duration lasts() const { return last_ - since_; }

 private:
  Clock::time_point since_, last_;
};

}  // namespace mqs_shim::why
