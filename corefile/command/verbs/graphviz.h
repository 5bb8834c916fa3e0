#pragma once
// Draws graphs with Graphviz's program `dot`, if it is installed.

#include <chrono>
#include <cstddef>
#include <string>

#include "mpidbg/base/result.h"

namespace command {

// Limits for one drawing.
struct PictureLimits {
  std::chrono::milliseconds time{5'000};
  std::size_t bytes = 1'000'000;
};

// Returns the SVG for a graph in the DOT language. Runs the first `dot` in the user's PATH, ignoring relative
// directories. Its arguments are fixed, and the text is its standard input. The error is a sentence explaining the
// failure.
mpidbg::Result<std::string> svg_of(const std::string &text, const PictureLimits &limits = {});

}  // namespace command
