#pragma once
// The manual page of one command: its text from mpidbg.1, its options from the command line's own description.

#include <CLI/CLI.hpp>
#include <string>

#include "corefile/command/manual/manual_source.h"

namespace command {

// In roff. A command with verbs (`profile`) has them all on its page.
std::string command_page(const CLI::App &command, const ManualSource &source);

}  // namespace command
