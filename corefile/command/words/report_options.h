#pragma once
// The commands that ask about processes and report: one for each noun, as `queues`, `why`, `show`.

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/command/words/options.h"

namespace command {

struct ReportWords {
  std::string tag, kind;  // kept by CLI11; what they mean is in Options
};

std::vector<std::string_view> report_names();
// `only`: the command to add; empty for all of them. `words` has to outlive the parsing.
void add_reports(CLI::App &root, Options &options, ReportWords &words, std::string_view only);

}  // namespace command
