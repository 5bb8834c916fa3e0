#pragma once
// Parts of manual pages that are written from the command line's own description.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace command {

// The command itself if it has no verbs.
std::vector<const CLI::App *> verbs_of(const CLI::App &command);
// "mpidbg profile list".
std::string full_name(const CLI::App &command);
// The usage without the name: "[TARGET...] [OPTIONS]".
std::string usage_of(const CLI::App &command);
// `.B NAME` and the usage.
std::string synopsis_line(const CLI::App &command);

// "-o, --output FILE" with fonts.
std::string option_tag(const CLI::Option &option);
// The visible options in one group of the help.
std::vector<const CLI::Option *> options_in(const CLI::App &command, const std::string &group);

}  // namespace command
