#pragma once
// Captures of two looks each, which are looked at as a live job is.

#include <optional>
#include <span>
#include <string_view>

#include "mqs_shim/look/inspected_process.h"

namespace mqs_shim {

// A warning, for the front end to show.
inline constexpr std::string_view different_times =
    "the captures are of different times: the verdict takes each rank as seen once";

struct CapturedLooks {
  // When all first looks were over and when the second ones began. Nothing unless all processes are captures of the
  // same run of one machine that have two looks each, and these times are in this order.
  std::optional<RecordedLooks> looks;
  bool are_of_different_times = false;  // only the order of the times is wrong

  double seconds() const { return static_cast<double>(looks->second - looks->first) / 1e9; }  // if there are looks
};

CapturedLooks captured_looks(std::span<InspectedProcess *const> job);

}  // namespace mqs_shim
