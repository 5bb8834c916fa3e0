#pragma once
// Generates the manual pages. Their text comes from mpidbg.md, their synopsis and options from CLI11's description of
// the command line. All functions return roff.

#include <CLI/CLI.hpp>
#include <string>

#include "corefile/command/manual/manual_source.h"

namespace command {

// Returns the commands that users see, in the order of the help.
std::vector<const CLI::App *> visible_commands(const CLI::App &app);

// Generates mpidbg(1), with all commands and options.
std::string main_page(const CLI::App &app, const ManualSource &source, const PageHeading &heading);

// Generates the entries of one command on the page mpidbg(1), one for each verb. `written` lists the texts that entries
// already contain; the function extends it, so that a text shared by several commands appears once.
std::string command_entries(const CLI::App &command, const ManualSource &source,
                            std::vector<const CommandText *> &written);

// Generates the page of one command. A command such as `profile` may have verbs.
std::string command_page(const CLI::App &command, const ManualSource &source, const PageHeading &heading);

// Generates a page of section 7, which consists of text only. The title of `text` must be "# NAME: SUMMARY".
std::string topic_page(std::string_view text, const PageHeading &heading);

}  // namespace command
