#include "corefile/command/captured_looks.h"

#include <algorithm>
#include <cstdint>

namespace command {

std::optional<corefile::Process::Looks> captured_looks(const std::vector<OpenedTarget> &targets, Messages &messages) {
  corefile::Process::Looks common{{}, INT64_MIN, INT64_MAX};
  for (const OpenedTarget &target : targets) {
    const auto looks = target.process ? target.process->looks() : std::nullopt;
    if (!looks || (&target != &targets.front() && common.boot != looks->boot)) return std::nullopt;
    common = {looks->boot, std::max(common.first, looks->first), std::min(common.second, looks->second)};
  }
  if (common.second <= common.first) {
    messages.warning("the captures are of different times: the verdict takes each rank as seen once");
    return std::nullopt;
  }
  return common;
}

void show_first_looks(std::vector<OpenedTarget> &targets, bool first) {
  for (OpenedTarget &target : targets) target.process->show_first_look(first);
}

}  // namespace command
