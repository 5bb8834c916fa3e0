#pragma once
// Builds parts of manual pages from CLI11's description of the command line, so that options are documented in one
// place.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace command {

// Returns the verbs of the command (its CLI11 subcommands), or the command itself if it has none. The pointers are
// valid as long as `command`.
std::vector<const CLI::App *> verbs_of(const CLI::App &command);
// Returns the name of a command after those of its parent commands, such as "mpidbg profile list".
std::string full_name(const CLI::App &command);
// Returns the usage without the name, such as "[TARGET...] [OPTIONS]".
std::string usage_of(const CLI::App &command);
// Returns the roff line `.B NAME`, followed by the usage.
std::string synopsis_line(const CLI::App &command);

// Returns the tag of an option, such as "-o, --output FILE", with roff fonts.
std::string option_tag(const CLI::Option &option);
// Returns the visible options that the help lists in the group `group`.
std::vector<const CLI::Option *> options_in(const CLI::App &command, const std::string &group);

}  // namespace command
