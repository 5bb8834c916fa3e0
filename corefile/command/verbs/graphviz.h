#pragma once
// Snapshots made by the command `dot` of Graphviz, if it is installed.

#include <chrono>
#include <cstddef>
#include <string>

#include "mpidbg/base/result.h"

namespace command {

struct PictureLimits {
  std::chrono::milliseconds time{5'000};
  std::size_t bytes = 1'000'000;
};

// SVG of a text for Graphviz. `dot` is the first one in the user's PATH, but for directories that are relative; its
// arguments are fixed, the text is its standard input. The error says in a sentence why there is no picture.
mpidbg::Result<std::string> svg_of(const std::string &text, const PictureLimits &limits = {});

}  // namespace command
