#pragma once
// The manual pages: their text from mpidbg.md, synopsis and options from the command line's own description.

#include <CLI/CLI.hpp>
#include <string>

#include "corefile/command/manual/manual_source.h"

namespace command {

// Commands that users see, in the order of the help.
std::vector<const CLI::App *> visible_commands(const CLI::App &app);

// mpidbg(1), with all commands and options.
std::string main_page(const CLI::App &app, const ManualSource &source, const PageHeading &heading);

// The entries of one command on that page, a verb each. `written`: the texts that other entries have already.
std::string command_entries(const CLI::App &command, const ManualSource &source,
                            std::vector<const CommandText *> &written);

// The page of one command, which may have verbs, as `profile`.
std::string command_page(const CLI::App &command, const ManualSource &source, const PageHeading &heading);

// A page of section 7 that is all text: its title is "# NAME: SUMMARY".
std::string topic_page(std::string_view text, const PageHeading &heading);

}  // namespace command
