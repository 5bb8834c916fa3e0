#pragma once
// Captures of two looks each, which are looked at as a live job is.

#include <optional>
#include <vector>

#include "corefile/command/messages.h"
#include "corefile/command/targets.h"

namespace command {

// When all first looks were over and when the second ones began, if all targets are captures of the same run of one
// machine that have two looks each, and these times are in this order. That they are not is said. There is at least one
// target.
std::optional<corefile::Process::Looks> captured_looks(const std::vector<OpenedTarget> &targets, Messages &messages);

// Shows the first look of all of them, or the second.
void show_first_looks(std::vector<OpenedTarget> &targets, bool first);

}  // namespace command
