#include "mqs_shim/look/captured_looks.h"

#include <algorithm>

namespace mqs_shim {

CapturedLooks captured_looks(std::span<InspectedProcess *const> job) {
  CapturedLooks captured;
  RecordedLooks common{{}, INT64_MIN, INT64_MAX};
  for (InspectedProcess *const process : job) {
    const auto looks = process->recorded_looks();
    if (!looks || (process != job.front() && common.boot != looks->boot)) return captured;
    common = {looks->boot, std::max(common.first, looks->first), std::min(common.second, looks->second)};
  }
  captured.are_of_different_times = common.second <= common.first;
  if (!job.empty() && !captured.are_of_different_times) captured.looks = common;
  return captured;
}

}  // namespace mqs_shim
