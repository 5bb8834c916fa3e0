#include <algorithm>

#include "corefile/command/manual/command_text.h"
#include "corefile/command/manual/manual_pages.h"
#include "mpidbg/base/split.h"

namespace command {

namespace {

std::vector<const CommandText *> texts_of(const CLI::App &command, const ManualSource &source) {
  std::vector<const CommandText *> texts;
  for (const CommandText &text : source.commands) {
    if (std::find(text.words.begin(), text.words.end(), command.get_name()) != text.words.end()) texts.push_back(&text);
  }
  return texts;
}

// Returns the manual's text about one verb: its description in the help, followed by its text in mpidbg.md.
std::string text_of(const CLI::App &verb, const CommandText *text) {
  return verb.get_description() + ".\n\n" + (text == nullptr ? "" : text->text);
}

// Returns the text of one verb of a command with several verbs, such as "profile extract".
const CommandText *text_of_verb(const CLI::App &verb, const std::vector<const CommandText *> &texts) {
  for (const CommandText *text : texts)
    if (text->words.back() == verb.get_name()) return text;
  return nullptr;
}

std::string entry(const CLI::App &command, const CommandText *text) {
  return ".TP\n.B " + roff(full_name(command).substr(std::string_view("mpidbg ").size())) + '\n' +
         markdown_to_roff(text_of(command, text), true);
}

std::string description(const CLI::App &command, const ManualSource &source) {
  const auto texts = texts_of(command, source);
  const auto verbs = verbs_of(command);
  if (verbs.front() == &command) return markdown_to_roff(text_of(command, texts.empty() ? nullptr : texts.front()));
  std::string text;
  for (const CLI::App *verb : verbs) text += entry(*verb, text_of_verb(*verb, texts));
  return text;
}

std::string options(const CLI::App &command) {
  std::string text;
  for (const std::string &group : command.get_groups()) {
    const auto members = options_in(command, group);
    if (members.empty()) continue;
    if (group != "Options") text += ".SS " + roff(group) + '\n';
    for (const CLI::Option *option : members)
      text += ".TP\n" + option_tag(*option) + '\n' + roff(option->get_description()) + ".\n";
  }
  return text;
}

// Returns the common exit codes of mpidbg if the command's help names them, and otherwise the command's own text about
// its exit codes.
std::string exit_status(const CLI::App &command, const ManualSource &source) {
  if (command.get_footer().find("Exit codes:") != std::string::npos)
    return markdown_to_roff(source.section("Exit status"));
  std::string text;
  for (const CommandText *one : texts_of(command, source)) text += markdown_to_roff(one->exit_status);
  return text;
}

// Extracts the examples from the footer, which starts with "Example: " and ends with an empty line and the exit codes.
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

std::string command_page(const CLI::App &command, const ManualSource &source, const PageHeading &heading) {
  const std::string name = "mpidbg-" + command.get_name();
  std::string text = heading.line(name, 1) + ".SH NAME\n" + roff(name) + " \\- " + roff(command.get_description()) +
                     "\n.SH SYNOPSIS\n";
  for (const CLI::App *verb : verbs_of(command))
    text += (verb == verbs_of(command).front() ? "" : ".br\n") + synopsis_line(*verb);
  text += ".SH DESCRIPTION\n" + description(command, source);
  std::string example_lines;
  for (const CLI::App *verb : verbs_of(command)) {
    if (const std::string known = options(*verb); !known.empty()) {
      text += ".SH OPTIONS" + (verb == &command ? "" : " OF " + roff(verb->get_name())) + '\n' + known;
    }
    example_lines += examples(*verb);
  }
  if (const std::string codes = exit_status(command, source); !codes.empty()) text += ".SH EXIT STATUS\n" + codes;
  if (!example_lines.empty()) text += ".SH EXAMPLES\n.nf\n" + example_lines + ".fi\n";
  return text + ".SH SEE ALSO\n.BR mpidbg (1)" + (command.get_name() == "why" ? ",\n.BR mpidbg\\-why (7)" : "") + "\n";
}

std::string command_entries(const CLI::App &command, const ManualSource &source,
                            std::vector<const CommandText *> &written) {
  const auto texts = texts_of(command, source);
  const auto verbs = verbs_of(command);
  std::string entries;
  for (const CLI::App *verb : verbs) {
    const CommandText *text = texts.empty()               ? nullptr
                              : verbs.front() == &command ? texts.front()
                                                          : text_of_verb(*verb, texts);
    // A text that several commands have in common is written only for the first of them.
    const bool is_known = std::find(written.begin(), written.end(), text) != written.end();
    entries += entry(*verb, is_known ? nullptr : text);
    written.push_back(text);
  }
  return entries;
}

}  // namespace command
