#include "corefile/command/words/help_format.h"

#include "mpidbg/base/split.h"

namespace command {

namespace {

std::string program_arguments(const std::string &command) {
  if (command == "record") return " [--] PROGRAM [ARGUMENT...]";
  if (command == "mpit") return " TARGET -- TOOL [ARGUMENT...]";
  return {};
}

constexpr std::size_t columns = 80, left_column = 30;

std::string wrapped(const std::string &text, std::size_t width = columns - left_column) {
  std::string lines, line;
  for (const std::string_view word : mpidbg::split(text, ' ')) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines += line + '\n';
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  return lines + line;
}

}  // namespace

HelpFormat::HelpFormat() {
  column_width(left_column);
  label("Positionals", "Arguments");
}

// Returns CLI11's help with one empty line instead of two between groups.
std::string HelpFormat::make_help(const CLI::App *app, std::string name, CLI::AppFormatMode mode) const {
  const std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
  return CLI::detail::find_and_replace(text, "\n\n\n", "\n\n");
}

std::string HelpFormat::make_subcommand(const CLI::App *command) const {
  std::stringstream out;
  CLI::detail::format_help(out, command->get_name(), wrapped(command->get_description()), left_column);
  return out.str();
}

std::string HelpFormat::make_description(const CLI::App *app) const {
  return wrapped(app->get_description(), columns) + '\n';
}

std::string HelpFormat::make_option_desc(const CLI::Option *option) const {
  return wrapped(option->get_description());
}

std::string HelpFormat::make_usage(const CLI::App *app, std::string name) const {
  if (app->get_parent() == nullptr) {
    return "Usage: mpidbg COMMAND [TARGET...] [OPTIONS]\n"
           "       mpidbg                      the MPI jobs of this node: mpidbg jobs\n"
           "       mpidbg help COMMAND         the options of a command\n";
  }
  std::string text = "Usage: " + name;
  const bool has_commands = !app->get_subcommands([](const CLI::App *) { return true; }).empty();
  if (has_commands) text += " COMMAND";
  for (const CLI::Option *option : app->get_options([](const CLI::Option *o) { return o->get_positional(); })) {
    text += ' ' + make_option_usage(option);
  }
  const std::string arguments = program_arguments(app->get_name());
  return text + (arguments.empty() ? " [OPTIONS]" : " [OPTIONS]" + arguments) + '\n';
}

std::string HelpFormat::make_option_opts(const CLI::Option *option) const {
  const std::string &type = option->get_type_name();
  return option->get_positional() || option->get_type_size() == 0 || type.empty() ? std::string() : ' ' + type;
}

}  // namespace command
