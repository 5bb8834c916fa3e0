#pragma once
// Defines the commands that are not in report_options.h: jobs, diff, watch, mpit, pmpi, profile, plugin, record.

#include <CLI/CLI.hpp>
#include <span>
#include <string_view>

#include "corefile/command/words/options.h"

namespace command {

// A command, and the function that adds it to the parser.
struct OtherCommand {
  std::string_view name;
  void (*add)(CLI::App &root, Options &options);
};

// In --help, first_command precedes the commands of report_options.h, and other_commands() follow them.
extern const OtherCommand first_command;
std::span<const OtherCommand> other_commands();

}  // namespace command
