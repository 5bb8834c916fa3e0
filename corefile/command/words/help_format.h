#pragma once
// How --help looks: CLI11's layout with our words.

#include <CLI/CLI.hpp>
#include <string>

namespace command {

class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();

  // As CLI11's, but with commands for subcommands, and with the arguments that CLI11 does not parse: those of the
  // program that a command runs.
  std::string make_usage(const CLI::App *app, std::string name) const override;
  std::string make_help(const CLI::App *app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_subcommand(const CLI::App *command) const override;
  // In as many lines as they need.
  std::string make_description(const CLI::App *app) const override;
  std::string make_option_desc(const CLI::Option *option) const override;
  // The name of the value alone: whether and how often it must be given is in the usage.
  std::string make_option_opts(const CLI::Option *option) const override;
};

}  // namespace command
