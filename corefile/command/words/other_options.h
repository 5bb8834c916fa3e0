#pragma once
// Defines the commands that are not in report_options.h: jobs, diff, watch, mpit, pmpi, profile, plugin, record.

#include <CLI/CLI.hpp>
#include <span>

#include "corefile/command/words/options.h"

namespace command {

// A command as the help lists it, and the function that adds the options of the command to the parser.
struct OtherCommand {
  const char *name;
  const char *group;  // heading in the help; empty: the help omits the command, because users do not call it
  const char *description;
  void (*add_options)(CLI::App &command, Options &options);
};

// In --help, first_command precedes the commands of report_options.h, and other_commands() follow them.
extern const OtherCommand first_command;
std::span<const OtherCommand> other_commands();

// Adds a command without its options to the parser, and returns it.
CLI::App *add_name(CLI::App &root, const OtherCommand &command);
// Adds a command with its options. `options` must outlive the parsing.
void add_command(CLI::App &root, Options &options, const OtherCommand &command);

}  // namespace command
