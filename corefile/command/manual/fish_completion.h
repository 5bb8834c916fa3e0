#pragma once
// The completion for fish, from the command line's own description.

#include <CLI/CLI.hpp>
#include <string>

namespace command {

std::string fish_completion(const CLI::App &app);

}  // namespace command
