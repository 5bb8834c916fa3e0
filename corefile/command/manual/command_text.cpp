#include "corefile/command/manual/command_text.h"

#include "corefile/command/manual/markdown.h"
#include "corefile/command/words/help_format.h"

namespace command {

std::vector<const CLI::App *> verbs_of(const CLI::App &command) {
  auto verbs = command.get_subcommands([](const CLI::App *) { return true; });
  if (verbs.empty()) return {&command};
  return {verbs.begin(), verbs.end()};
}

std::string full_name(const CLI::App &command) {
  const CLI::App *const parent = command.get_parent();
  return (parent == nullptr ? "" : full_name(*parent) + ' ') + command.get_name();
}

std::string usage_of(const CLI::App &command) {
  const std::string name = full_name(command);
  const std::string usage = HelpFormat().make_usage(&command, name);
  const std::size_t begin = std::string_view("Usage: ").size() + name.size() + 1;
  return usage.substr(begin, usage.find('\n') - begin);
}

std::string synopsis_line(const CLI::App &command) {
  return ".B " + roff(full_name(command)) + '\n' + roff(usage_of(command)) + '\n';
}

std::string option_tag(const CLI::Option &option) {
  const std::string value = HelpFormat().make_option_opts(&option);
  std::string names;
  for (const std::string &name : option.get_snames()) names += "\\fB" + roff("-" + name) + "\\fR, ";
  for (const std::string &name : option.get_lnames()) names += "\\fB" + roff("--" + name) + "\\fR, ";
  names.resize(names.size() - 2);
  return names + (value.empty() ? "" : " \\fI" + roff(value.substr(1)) + "\\fR");
}

std::vector<const CLI::Option *> options_in(const CLI::App &command, const std::string &group) {
  if (group.empty()) return {};
  const auto options = command.get_options(
      [&](const CLI::Option *option) { return option->nonpositional() && option->get_group() == group; });
  return {options.begin(), options.end()};
}

}  // namespace command
