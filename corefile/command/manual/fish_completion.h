#pragma once
// Generates the completion script for fish from CLI11's description of the command line.

#include <CLI/CLI.hpp>
#include <string>

namespace command {

std::string fish_completion(const CLI::App &app);

}  // namespace command
