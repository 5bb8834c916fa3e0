#pragma once
// A heading of a verdict with its lines.

#include <string>
#include <vector>

#include "mqs_shim/render/blocks/block.h"

namespace mqs_shim {

// One section, however many findings there are; each line once. None without lines.
void write_section(BlockOutput &output, const char *title, const std::vector<std::string> &lines);

}  // namespace mqs_shim
