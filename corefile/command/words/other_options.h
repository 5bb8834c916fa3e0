#pragma once
// Defines the commands that do not report a noun: jobs, diff, watch, mpit, pmpi, profile, plugin, record.

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

// first_command precedes the commands that report a noun in --help; other_commands() follow those commands.
extern const OtherCommand first_command;
std::span<const OtherCommand> other_commands();

}  // namespace command
