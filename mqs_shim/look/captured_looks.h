#pragma once
// Finds out whether captures (files with the data of a process) contain two looks each, so that they can be inspected
// like a live job.

#include <optional>
#include <span>
#include <string_view>

#include "mqs_shim/look/inspected_process.h"

namespace mqs_shim {

// The warning that the front end shows if `are_of_different_times` is set.
inline constexpr std::string_view different_times =
    "the captures are of different times: the verdict takes each rank as seen once";

// Describes the two looks that all captures of a job contain, if they do.
struct CapturedLooks {
  // The time when all first looks were over, and the time when the second looks began. Set only if the first time is
  // the earlier one, and if all processes are captures with two looks each that were made on one machine since the same
  // boot.
  std::optional<RecordedLooks> looks;
  bool are_of_different_times = false;  // set if only the order of the times is wrong

  // Time between the looks; requires `looks` to be set.
  double seconds() const { return static_cast<double>(looks->second - looks->first) / 1e9; }
};

// Examines all processes of a job. CapturedLooks::looks is not set if any process is not a capture.
CapturedLooks captured_looks(std::span<InspectedProcess *const> job);

}  // namespace mqs_shim
