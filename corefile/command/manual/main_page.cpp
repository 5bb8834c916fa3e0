#include <algorithm>
#include <cctype>

#include "corefile/command/manual/command_text.h"
#include "corefile/command/manual/manual_pages.h"

namespace command {

namespace {

// An option that one or several commands have, with the same names, value and text.
struct ListedOption {
  std::string tag, text;
  std::vector<std::string> commands;
};

class OptionList {
 public:
  explicit OptionList(const ManualSource &source) : source_(source) {}

  void add(const CLI::App &command) {
    ++commands_;
    for (const std::string &group : command.get_groups())
      for (const CLI::Option *option : options_in(command, group)) add(command, *option, entries_of(group));
  }

  std::string text() const {
    std::string text;
    for (const auto &[group, options] : groups_) {
      if (group != "Options") text += ".SS " + roff(group) + '\n';
      for (const ListedOption &option : options)
        text += ".TP\n" + option.tag + commands_of(option) + '\n' + option.text;
    }
    return text;
  }

 private:
  using Group = std::vector<ListedOption>;

  Group &entries_of(const std::string &group) {
    for (auto &[name, options] : groups_)
      if (name == group) return options;
    return groups_.emplace_back(group, Group()).second;
  }

  void add(const CLI::App &command, const CLI::Option &option, Group &group) {
    const std::string &type = option.get_type_name();
    const std::string *more = source_.option("--" + option.get_lnames().front() +
                                             (type.empty() || option.get_type_size() == 0 ? "" : " " + type));
    ListedOption listed{option_tag(option),
                        more == nullptr ? roff(option.get_description()) + ".\n" : markdown_to_roff(*more, true),
                        {}};
    auto known = std::find_if(group.begin(), group.end(), [&](const ListedOption &one) {
      return one.tag == listed.tag && one.text == listed.text;
    });
    if (known == group.end()) known = group.insert(group.end(), std::move(listed));
    known->commands.push_back(full_name(command).substr(std::string_view("mpidbg ").size()));
  }

  // Returns the names of the commands that have the option; empty if many have it.
  static std::string commands_of(const ListedOption &option) {
    constexpr std::size_t most = 8;
    if (option.commands.size() > most) return {};
    std::string text = " (";
    for (const std::string &name : option.commands) text += (text == " (" ? "" : ", ") + roff(name);
    return text + ")";
  }

  const ManualSource &source_;
  std::size_t commands_ = 0;
  std::vector<std::pair<std::string, Group>> groups_;
};

std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string synopsis(const CLI::App &app) {
  constexpr char plain[] = "[TARGET...] [OPTIONS]";
  std::string text =
      ".B mpidbg\n.br\n.B mpidbg\nTARGET... [OPTIONS]\n.br\n.B mpidbg\n.I COMMAND\n[TARGET...] [OPTIONS]\n";
  for (const CLI::App *command : visible_commands(app))
    for (const CLI::App *verb : verbs_of(*command))
      if (usage_of(*verb) != plain) text += ".br\n" + synopsis_line(*verb);
  return text;
}

// Returns the list of all commands in roff, in the groups of the help.
std::string commands(const CLI::App &app, const ManualSource &source) {
  std::string text;
  std::vector<std::string> groups;
  std::vector<const CommandText *> written;
  for (const CLI::App *command : visible_commands(app))
    if (std::find(groups.begin(), groups.end(), command->get_group()) == groups.end())
      groups.push_back(command->get_group());
  for (const std::string &group : groups) {
    text += ".SS " + roff(group) + '\n';
    for (const CLI::App *command : visible_commands(app))
      if (command->get_group() == group) text += command_entries(*command, source, written);
  }
  return text;
}

std::string see_also(const CLI::App &app) {
  std::string text = ".SH SEE ALSO\n";
  for (const CLI::App *command : visible_commands(app))
    text += ".BR " + roff("mpidbg-" + command->get_name()) + " (1),\n";
  return text + ".BR mpidbg\\-why (7),\n.BR gdb (1),\n.BR mpirun (1)\n";
}

}  // namespace

std::vector<const CLI::App *> visible_commands(const CLI::App &app) {
  const auto commands = app.get_subcommands([](const CLI::App *command) { return !command->get_group().empty(); });
  return {commands.begin(), commands.end()};
}

std::string main_page(const CLI::App &app, const ManualSource &source, const PageHeading &heading) {
  std::string text =
      heading.line("mpidbg", 1) + ".SH NAME\nmpidbg \\- " + roff(source.summary) + "\n.SH SYNOPSIS\n" + synopsis(app);
  for (const MarkdownSection &section : source.sections) {
    text += ".SH " + upper_case(section.title) + '\n';
    if (section.title == "Commands") {
      text += commands(app, source);
    } else if (section.title == "Options") {
      OptionList options(source);
      for (const CLI::App *command : visible_commands(app))
        for (const CLI::App *verb : verbs_of(*command)) options.add(*verb);
      text += options.text();
    } else {
      text += markdown_to_roff(section.text);
    }
  }
  return text + see_also(app);
}

std::string topic_page(std::string_view text, const PageHeading &heading) {
  const std::vector<MarkdownSection> title = markdown_sections(text, 1);
  const std::string whole = title.empty() ? std::string() : title.front().title;
  const std::string name = whole.substr(0, whole.find(": "));
  std::string page = heading.line(name, 7) + ".SH NAME\n" + roff(name) + " \\- " +
                     roff(std::string_view(whole).substr(std::min(name.size() + 2, whole.size()))) + '\n';
  for (const MarkdownSection &section : markdown_sections(text, 2))
    page += ".SH " + roff(upper_case(section.title)) + '\n' + markdown_to_roff(section.text);
  return page + ".SH SEE ALSO\n.BR " + roff(name) + " (1),\n.BR mpidbg (1)\n";
}

}  // namespace command
