#pragma once
// Defines the commands that report on processes, one for each noun, such as `queues`, `why` and `show`.

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/command/words/options.h"

namespace command {

// Texts that CLI11 stores during parsing. Their meaning is stored in Options.
struct ReportWords {
  std::string tag, kind;
};

// Returns the names of all commands that report on processes.
std::vector<std::string_view> report_names();
// Adds all commands that report on processes, without their options.
void add_report_names(CLI::App &root);
// Adds the command with the name `only`, or all commands that report on processes if `only` is empty. `words` must
// outlive the parsing.
void add_reports(CLI::App &root, Options &options, ReportWords &words, std::string_view only);

}  // namespace command
