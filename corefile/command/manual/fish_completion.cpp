#include "corefile/command/manual/fish_completion.h"

namespace command {

namespace {

// Puts a text in single quotes, inside of which only quotes and backslashes have to be escaped.
std::string in_quotes(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '\'';
}

std::vector<const CLI::App *> commands_of(const CLI::App &app) {
  const auto commands = app.get_subcommands([](const CLI::App *) { return true; });
  return {commands.begin(), commands.end()};
}

// Returns the completion of an option's value, which depends on the name of the value in the help.
std::string value_words(const CLI::Option &option) {
  const std::string &type = option.get_type_name();
  if (option.get_type_size() == 0 || type.empty()) return {};
  if (option.check_lname("color")) return " -x -a 'auto always never'";
  if (option.check_lname("mpi")) return " -x -a 'openmpi mpich'";
  if (option.check_lname("plugin")) return " -r -F -a vendor";
  if (type == "DIR") return " -x -a '(__fish_complete_directories)'";
  if (type == "FILE" || type == "PATH" || type == "FILE|DIR") return " -r -F";
  return " -x";
}

std::string options_of(const CLI::App &command, const std::string &where) {
  std::string text;
  for (const CLI::Option *option : command.get_options()) {
    if (!option->nonpositional() || option->get_group().empty()) continue;
    text += where;
    for (const std::string &name : option->get_snames()) text += " -s " + name;
    for (const std::string &name : option->get_lnames()) text += " -l " + name;
    text += value_words(*option) + " -d " + in_quotes(option->get_description()) + '\n';
  }
  return text;
}

bool takes(const CLI::App &command, const char *positional) {
  return command.get_option_no_throw(positional) != nullptr;
}

std::string arguments_of(const CLI::App &command, const std::string &where) {
  std::string text;
  if (takes(command, "KIND")) {
    text += where + " -a 'comm group request status errhandler datatype file info op window message session'\n";
  }
  const bool runs_program = command.get_name() == "record" || command.get_name() == "mpit";
  if (takes(command, "TARGET") || command.get_name() == "mpit") text += where + " -a '(__mpidbg_jobs)'\n";
  if (runs_program || takes(command, "TARGET") || takes(command, "LIB") || takes(command, "PATH"))
    text += where + " -F\n";
  return text;
}

}  // namespace

std::string fish_completion(const CLI::App &app) {
  std::string text =
      "# Completion of mpidbg for fish. Written by write_manual from the options of the command.\n"
      "function __mpidbg_jobs\n"
      "    mpidbg jobs 2>/dev/null | string match -r '^\\s*\\d+.*' | string trim | string replace -r '\\s+' \\t\n"
      "end\n"
      "complete -c mpidbg -f\n"
      "complete -c mpidbg -n __fish_use_subcommand -a '(__mpidbg_jobs)'\n";
  for (const CLI::App *command : commands_of(app)) {
    if (command->get_group().empty()) continue;
    text += "complete -c mpidbg -n __fish_use_subcommand -a " + command->get_name() + " -d " +
            in_quotes(command->get_description()) + '\n';
    const std::string seen = "__fish_seen_subcommand_from ";
    const std::string where = "complete -c mpidbg -n " + in_quotes(seen + command->get_name());
    text += options_of(*command, where) + arguments_of(*command, where);
    for (const CLI::App *verb : commands_of(*command)) {
      text += where + " -a " + verb->get_name() + " -d " + in_quotes(verb->get_description()) + '\n';
      const std::string below =
          "complete -c mpidbg -n " + in_quotes(seen + command->get_name() + "; and " + seen + verb->get_name());
      text += options_of(*verb, below) + arguments_of(*verb, below);
    }
  }
  return text;
}

}  // namespace command
