#pragma once
// Formats --help: uses CLI11's layout with mpidbg's terms.

#include <CLI/CLI.hpp>
#include <string>

namespace command {

// Overrides the parts that differ from CLI11's.
class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();

  // Calls subcommands "commands". Adds arguments that CLI11 does not parse, for example those of the program to run.
  std::string make_usage(const CLI::App *app, std::string name) const override;
  std::string make_help(const CLI::App *app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_subcommand(const CLI::App *command) const override;
  // Returns the description in as many lines as it needs.
  std::string make_description(const CLI::App *app) const override;
  std::string make_option_desc(const CLI::Option *option) const override;
  // Returns only the name of the value. The usage already shows whether and how often the value must be given.
  std::string make_option_opts(const CLI::Option *option) const override;
};

}  // namespace command
