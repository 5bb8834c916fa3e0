#pragma once
// The commands that are not about one noun: jobs, diff, watch, mpit, pmpi, profile, plugin, record.

#include <CLI/CLI.hpp>
#include <span>
#include <string_view>

#include "corefile/command/words/options.h"

namespace command {

struct OtherCommand {
  std::string_view name;
  void (*add)(CLI::App &root, Options &options);
};

// Before the nouns in --help, and after them.
extern const OtherCommand first_command;
std::span<const OtherCommand> other_commands();

}  // namespace command
