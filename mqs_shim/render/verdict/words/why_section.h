#pragma once
// Writes a section of a verdict: a heading with lines below it.

#include <string>
#include <vector>

#include "mqs_shim/render/blocks/block.h"

namespace mqs_shim {

// Writes one section, in which equal lines appear once. Without lines it writes nothing.
void write_section(BlockOutput &output, const char *title, const std::vector<std::string> &lines);

}  // namespace mqs_shim
