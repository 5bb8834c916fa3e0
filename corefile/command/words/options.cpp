#include "corefile/command/words/options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>

#include "corefile/command/words/command_words.h"
#include "corefile/command/words/help_format.h"
#include "corefile/command/words/messages.h"
#include "corefile/command/words/other_options.h"
#include "corefile/command/words/output.h"
#include "corefile/command/words/report_options.h"
#include "corefile/command/words/shared_options.h"
#include "mpidbg/base/whole_number.h"

namespace command {

namespace {

constexpr char version_text[] = "mpidbg " MPIDBG_VERSION;

bool use_color(const Options &options) {
  if (options.color != "auto") return options.color == "always";
  const char *no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char *terminal = std::getenv("TERM");
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  return options.output.empty() && isatty(STDOUT_FILENO) == 1;
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names = {first_command.name};
  for (const std::string_view name : report_names()) names.push_back(name);
  for (const OtherCommand &other : other_commands()) names.push_back(other.name);
  return names;
}

// Adds the command `only`, or all commands if it is empty. Adding the options of all commands takes longer than an
// answer about a small process.
void add_commands(CLI::App &app, Options &options, ReportWords &words, std::string_view only) {
  const auto add = [&](const OtherCommand &command) {
    if (only.empty() || command.name == only) add_command(app, options, command);
  };
  add(first_command);
  add_reports(app, options, words, only);
  for (const OtherCommand &other : other_commands()) add(other);
}

// Adds all commands without their options, for --help.
void add_names(CLI::App &app) {
  add_name(app, first_command);
  add_report_names(app);
  for (const OtherCommand &other : other_commands()) add_name(app, other);
}

// Returns true if the option takes a value in any command.
bool takes_value(std::string_view option) {
  Options options;
  ReportWords words;
  CLI::App app;
  add_commands(app, options, words, "");
  for (const CLI::App *command : app.get_subcommands(nullptr)) {
    const CLI::Option *const known = command->get_option_no_throw(std::string(option));
    if (known != nullptr) return known->get_items_expected_max() > 0;
  }
  return false;
}

// Rejects empty values. They occur in scripts whose variable is not set, and would otherwise be treated as if the
// option had not been given.
std::string check_not_empty(const std::string &value) {
  return value.empty() ? "the value is empty" : "";
}

void set_up_everywhere(CLI::App &app) {
  for (CLI::Option *option : app.get_options([](const CLI::Option *one) { return one->get_items_expected_max() > 0; }))
    option->check(check_not_empty, "");
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("-V,--version", version_text, "Print the version");
  for (CLI::App *sub : app.get_subcommands(nullptr)) set_up_everywhere(*sub);
}

std::string text_of(const CLI::ParseError &error, const CLI::App &command) {
  if (dynamic_cast<const CLI::ExtrasError *>(&error) == nullptr) return error.what();
  for (const std::string &word : command.remaining()) {
    if (word.starts_with('-')) return command.get_name() + " has no option " + word;
  }
  return error.what();
}

// Reports wrong usage. `words` names the command whose help explains more, with a blank after each word. The text may
// contain the user's words.
ExitCode misused(const std::string &text, const std::string &words) {
  Messages(false).error(text);
  std::fprintf(stderr, "Try 'mpidbg %s--help'.\n", words.c_str());
  return ExitCode::usage;
}

// Reports an error of CLI11 in mpidbg's form, without CLI11's last sentence "Run with --help for more information.".
ExitCode complain(const CLI::ParseError &error, const CLI::App &app) {
  std::string nouns;
  const CLI::App *used = &app;
  while (!used->get_subcommands().empty()) {
    used = used->get_subcommands().front();
    nouns += used->get_name() + " ";
  }
  return misused(text_of(error, *used), nouns);
}

// Returns a sentence for `show KIND TARGET`, a command line without the handle.
std::optional<std::string> missing_handle(const Options &options) {
  if (options.verb != Verb::report || options.noun != mqs_shim::Noun::show || !options.targets.empty()) return {};
  std::error_code error;
  const bool is_pid =
      mpidbg::whole_number<pid_t>(options.handle) && std::filesystem::exists("/proc/" + options.handle, error);
  if (!is_pid && !std::filesystem::exists(options.handle, error)) return {};
  return "HANDLE is missing: '" + options.handle + "' is a " + (is_pid ? "process" : "file") +
         "; mpidbg show KIND HANDLE " + options.handle;
}

}  // namespace

// Removes the "--" of `record -- PROGRAM`, which would end the subcommand in CLI11. Any "--" among the program's own
// words is kept.
static std::vector<std::string> without_mark_before_program(std::vector<std::string> words) {
  if (words.empty() || words.front() != "record") return words;
  for (auto word = words.begin() + 1; word != words.end() && word->starts_with('-'); ++word) {
    if (*word == "--") {
      words.erase(word);
      break;
    }
    const bool has_value = *word == "--mpi" || *word == "--memory" || *word == "--interval" || *word == "--file" ||
                           *word == "--recorder" || *word == "--mpicc" || *word == "-o" || *word == "--output";
    if (has_value && ++word == words.end()) break;
  }
  return words;
}

// Returns the option of a word such as "--name=", for which CLI11 would take the next word as the value; empty if there
// is none. The words of the program to be run are not examined.
static std::string option_without_value(const std::vector<std::string> &words, const KnownWords &known) {
  const auto is_empty = [](const std::string &word) {
    return word.starts_with("--") && word.size() > 3 && word.find('=') == word.size() - 1;
  };
  if (std::none_of(words.begin(), words.end(), is_empty)) return {};
  const bool has_program = words.front() == "record" || words.front() == "mpit";
  for (auto word = words.begin(); word != words.end() && *word != "--"; ++word) {
    if (is_empty(*word)) return word->substr(0, word->size() - 1);
    if (!has_program || word == words.begin()) continue;
    if (!word->starts_with('-')) break;
    const bool has_value = word->find('=') == std::string::npos && known.takes_value(*word);
    if (has_value && ++word == words.end()) break;
  }
  return {};
}

// Recognizes `mpit -- TOOL`, a command line without TARGET. CLI11 would end the command at "--", and not know TOOL.
static bool lacks_target_before_tool(const std::vector<std::string> &words, const KnownWords &known) {
  if (words.empty() || words.front() != "mpit") return false;
  for (auto word = words.begin() + 1; word != words.end() && word->starts_with('-'); ++word) {
    if (*word == "--") return true;
    if (*word == "-h" || *word == "--help" || *word == "-V" || *word == "--version") return false;
    const bool has_value = word->find('=') == std::string::npos && known.takes_value(*word);
    if (has_value && ++word == words.end()) break;
  }
  return false;
}

std::optional<ExitCode> parse_command_line(int argc, char **argv, Options &options) {
  ReportWords words;
  const KnownWords known = {command_names(), takes_value};
  auto arranged = arrange_words({argv + 1, argv + argc}, known);
  if (!arranged) return misused(arranged.error().message, "");
  if (const std::string option = option_without_value(*arranged, known); !option.empty())
    return misused(option + ": the value is empty", arranged->front() + ' ');
  if (lacks_target_before_tool(*arranged, known))
    return misused("TARGET is missing before '--': mpidbg mpit TARGET -- TOOL", "mpit ");
  CLI::App app("Shows what MPI is doing inside a running, stopped or dead process.", "mpidbg");
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormat>());
  app.footer(std::string("Example: mpidbg queues 4147, where `mpidbg jobs` shows the pid\n\n") + exit_codes);
  const auto &commands = known.commands;
  const bool is_command =
      !arranged->empty() && std::find(commands.begin(), commands.end(), arranged->front()) != commands.end();
  if (is_command) {
    add_commands(app, options, words, arranged->front());
  } else {
    add_names(app);
  }
  set_up_everywhere(app);

  try {
    std::vector<std::string> arguments = without_mark_before_program(std::move(*arranged));
    std::reverse(arguments.begin(), arguments.end());  // parse() takes the arguments in reverse order
    app.parse(std::move(arguments));
  } catch (const CLI::Success &success) {
    std::ostringstream text;
    app.exit(success, text, text);
    Messages messages(false);
    return print(text.str(), messages) ? ExitCode::done : ExitCode::failed;
  } catch (const CLI::ParseError &error) {
    return complain(error, app);
  }
  if (const auto problem = missing_handle(options)) return misused(*problem, "show ");
  options.render.color = use_color(options);
  return std::nullopt;
}

}  // namespace command
