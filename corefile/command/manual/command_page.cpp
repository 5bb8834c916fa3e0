#include "corefile/command/manual/command_page.h"

#include <algorithm>

#include "corefile/command/help_format.h"
#include "mpidbg/base/split.h"

namespace command {

namespace {

std::string roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '-') {
      escaped += "\\-";
    } else if (c == '\\') {
      escaped += "\\e";
    } else if (c == '\'') {
      escaped += "\\(aq";
    } else {
      escaped += c;
    }
  }
  return escaped.starts_with('.') ? "\\&" + escaped : escaped;
}

std::vector<const CLI::App *> verbs_of(const CLI::App &command) {
  auto verbs = command.get_subcommands([](const CLI::App *) { return true; });
  if (verbs.empty()) return {&command};
  return {verbs.begin(), verbs.end()};
}

std::string full_name(const CLI::App &command) {
  const CLI::App *const parent = command.get_parent();
  return (parent == nullptr ? "" : full_name(*parent) + ' ') + command.get_name();
}

std::string synopsis(const CLI::App &command) {
  std::string text;
  for (const CLI::App *verb : verbs_of(command)) {
    std::string usage = HelpFormat().make_usage(verb, full_name(*verb));
    usage = usage.substr(std::string_view("Usage: ").size());
    usage.resize(usage.find('\n'));
    const std::string name = full_name(*verb);
    text += (text.empty() ? ".B " : ".br\n.B ") + roff(name) + '\n' + roff(usage.substr(name.size() + 1)) + '\n';
  }
  return text;
}

std::vector<const CommandText *> paragraphs_of(const CLI::App &command, const ManualSource &source) {
  std::vector<const CommandText *> paragraphs;
  for (const CommandText &paragraph : source.commands) {
    const auto &named = paragraph.commands;
    if (std::find(named.begin(), named.end(), command.get_name()) != named.end()) paragraphs.push_back(&paragraph);
  }
  return paragraphs;
}

std::string description(const CLI::App &command, const ManualSource &source) {
  std::string text;
  for (const CommandText *paragraph : paragraphs_of(command, source)) {
    // A command with several paragraphs keeps the tag of each.
    const bool has_verb = verbs_of(command).front() != &command;
    text += has_verb ? ".TP\n" + paragraph->tag + '\n' + paragraph->text : paragraph->text;
  }
  return text.empty() ? roff(command.get_description()) + ".\n" : text;
}

std::string options(const CLI::App &command) {
  std::string text;
  for (const std::string &group : command.get_groups()) {
    const auto members = command.get_options(
        [&](const CLI::Option *option) { return option->nonpositional() && option->get_group() == group; });
    if (group.empty() || members.empty()) continue;
    if (group != "Options") text += ".SS " + roff(group) + '\n';
    for (const CLI::Option *option : members) {
      const std::string value = HelpFormat().make_option_opts(option);
      std::string names;
      for (const std::string &name : option->get_snames()) names += "\\fB" + roff("-" + name) + "\\fR, ";
      for (const std::string &name : option->get_lnames()) names += "\\fB" + roff("--" + name) + "\\fR, ";
      names.resize(names.size() - 2);
      text += ".TP\n" + names + (value.empty() ? "" : " \\fI" + roff(value.substr(1)) + "\\fR") + '\n' +
              roff(option->get_description()) + ".\n";
    }
  }
  return text;
}

// Those of mpidbg where the help names them, else what is said of this command.
std::string exit_status(const CLI::App &command, const ManualSource &source) {
  if (command.get_footer().find("Exit codes:") != std::string::npos) return source.exit_status;
  std::string text;
  for (const CommandText *paragraph : paragraphs_of(command, source)) text += paragraph->exit_status;
  return text;
}

// The footer begins with "Example: " and ends, after an empty line, with the exit codes.
std::string examples(const CLI::App &command) {
  const std::string footer = command.get_footer();
  const std::string_view text = std::string_view(footer).substr(0, footer.find("\n\n"));
  std::string lines;
  for (std::string_view line : mpidbg::split(text, '\n')) {
    if (line.starts_with("Example: ")) line.remove_prefix(std::string_view("Example: ").size());
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    lines += roff(line) + '\n';
  }
  return lines;
}

}  // namespace

std::string command_page(const CLI::App &command, const ManualSource &source) {
  const std::string name = "mpidbg-" + command.get_name();
  std::string upper = name;
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string text = ".\\\" Written by write_manual from mpidbg.1 and the options of the command.\n.TH " + roff(upper) +
                     " 1 \"" + source.date + "\" \"" + source.product + "\" \"User Commands\"\n.SH NAME\n" +
                     roff(name) + " \\- " + roff(command.get_description()) + "\n.SH SYNOPSIS\n" + synopsis(command) +
                     ".SH DESCRIPTION\n" + description(command, source);
  std::string example_lines;
  for (const CLI::App *verb : verbs_of(command)) {
    if (const std::string known = options(*verb); !known.empty()) {
      text += ".SH OPTIONS" + (verb == &command ? "" : " OF " + roff(verb->get_name())) + '\n' + known;
    }
    example_lines += examples(*verb);
  }
  if (const std::string codes = exit_status(command, source); !codes.empty()) text += ".SH EXIT STATUS\n" + codes;
  if (!example_lines.empty()) text += ".SH EXAMPLES\n.nf\n" + example_lines + ".fi\n";
  return text + ".SH SEE ALSO\n.BR mpidbg (1)\n";
}

}  // namespace command
