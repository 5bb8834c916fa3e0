#include "corefile/command/options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "mpidbg/base/whole_number.h"
#include "mqs_shim/session/handle_expression.h"

namespace command {

namespace {

constexpr char version_text[] = "mpidbg " MPIDBG_VERSION;

constexpr char exit_codes[] =
    "Exit codes: 0 done, nothing wrong found; 1 failed; 2 usage; 3 deadlock proved; 4 mismatch or missing rank;\n"
    "5 suspect; 6 not enough information. See mpidbg(1).";

bool use_color(const std::string &when, const Options &options) {
  if (when != "auto") return when == "always";
  const char *no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char *terminal = std::getenv("TERM");
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  return options.output.empty() && isatty(STDOUT_FILENO) == 1;
}

std::string parse_ranks(const std::string &text, Options &options) {
  auto ranks = mqs_shim::RankSet::parse(text);
  if (!ranks) return ranks.error().message;
  options.render.ranks = std::move(*ranks);
  return {};
}

std::string parse_tag(const std::string &text, Options &options) {
  options.render.tag = mpidbg::whole_number<int>(text);
  if (!options.render.tag) return "not a tag: '" + text + "'";
  return {};
}

std::string parse_kind(const std::string &text, Options &options) {
  const auto kind = mqs_shim::kind_of_word(text);
  if (!kind) return "not a kind of handle: '" + text + "'";
  options.render.show_kind = *kind;
  return {};
}

// The lambda's answer is what is wrong with the word, or empty.
template <class Parse>
std::function<std::string(const std::string &)> check(Parse parse, Options &options) {
  return [parse, &options](const std::string &text) { return parse(text, options); };
}

struct Words {
  std::string color = "auto";
  std::string ranks, tag, kind;  // kept by CLI11; what they mean is in Options
};

void add_output_options(CLI::App &app, Options &options) {
  app.add_option("-o,--output", options.output, "Write to FILE instead of stdout")->type_name("FILE");
  app.add_flag("-q,--quiet", options.quiet, "No warnings and no progress on stderr");
  app.add_flag("-v,--verbose", options.render.verbose, "Show more");
}

void add_target_options(CLI::App &app, Options &options) {
  app.add_option("--exe", options.open.executable, "The executable, instead of the one that the process names")
      ->type_name("FILE");
  app.add_option("--sysroot", options.open.sysroot, "Look for the process's files below DIR")->type_name("DIR");
  app.add_option_function<std::vector<std::string>>(
         "--debug-dir",
         [&options](const std::vector<std::string> &directories) { options.open.debug_directories = directories; },
         "Where separate debug files are (default: /usr/lib/debug); may be repeated")
      ->type_name("DIR")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_plugin_options(CLI::App &app, Options &options) {
  app.add_option("--plugin", options.plugin.plugin,
                 "The debug plugin to ask; 'vendor': the one that the MPI library names")
      ->type_name("PATH");
  app.add_option("--plugin-safe-path", options.plugin.safe_path,
                 "A directory whose plugins may be loaded because a process names them; may be repeated")
      ->type_name("DIR")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

bool lists_objects(mqs_shim::Noun noun) {
  bool found = false;
  mqs_shim::HandleLists().for_each(
      [&](const auto &list) { found = found || mqs_shim::kind_of(list).nouns == mqs_shim::noun_name(noun); });
  return found;
}

struct ReportNoun {
  mqs_shim::Noun noun;
  const char *description;
  const char *example;
};

constexpr ReportNoun report_nouns[] = {
    {mqs_shim::Noun::queues, "Posted receives, unexpected messages, pending sends, by communicator",
     "mpidbg queues core.4151 --comm MPI_COMM_WORLD"},
    {mqs_shim::Noun::comms, "Communicators", "mpidbg comms 4151 --all"},
    {mqs_shim::Noun::groups, "Groups", "mpidbg groups 4151 --json"},
    {mqs_shim::Noun::requests, "Requests", "mpidbg requests 4151 --comm MPI_COMM_WORLD"},
    {mqs_shim::Noun::datatypes, "Datatypes", "mpidbg datatypes core.4151"},
    {mqs_shim::Noun::windows, "Windows, with their epochs and locks", "mpidbg windows $(pgrep -x mpirun)"},
    {mqs_shim::Noun::files, "Open files", "mpidbg files 4151"},
    {mqs_shim::Noun::infos, "Info objects", "mpidbg infos 4151"},
    {mqs_shim::Noun::ops, "Reduction operations", "mpidbg ops 4151 --all"},
    {mqs_shim::Noun::errhandlers, "Error handlers", "mpidbg errhandlers 4151 --all"},
    {mqs_shim::Noun::messages, "Messages that MPI_Mprobe matched and that were not received yet",
     "mpidbg messages 4151"},
    {mqs_shim::Noun::handles, "Objects of all kinds", "mpidbg handles 4151 --json"},
    {mqs_shim::Noun::show, "One object in full", "mpidbg show datatype particle_type 4151"},
    {mqs_shim::Noun::ranks, "The processes of the job, and the MPI call that each is in, with its place in the program",
     "mpidbg ranks /var/crash/job7"},
    {mqs_shim::Noun::cvars, "Control variables of MPI_T, and where their values come from",
     "mpidbg cvars 4151 --name btl_vader_eager_limit -v"},
    {mqs_shim::Noun::pvars, "Performance variables of MPI_T", "mpidbg pvars core.4151"},
    {mqs_shim::Noun::categories, "Categories of MPI_T, as a tree", "mpidbg categories 4151 --verbose"},
    {mqs_shim::Noun::events, "Types of events of MPI_T, and those that were recorded", "mpidbg events core.4151"},
    {mqs_shim::Noun::sources, "Sources of the events of MPI_T", "mpidbg sources core.4151"},
};

void add_report_noun(CLI::App &root, Options &options, Words &words, const ReportNoun &report) {
  const mqs_shim::Noun noun = report.noun;
  CLI::App *app = root.add_subcommand(std::string(mqs_shim::noun_name(noun)), report.description);
  app->footer(std::string("Example: ") + report.example + "\n\n" + exit_codes);
  app->callback([&options, noun] {
    options.verb = Verb::report;
    options.noun = noun;
  });
  if (noun == mqs_shim::Noun::show) {
    app->add_option("KIND", words.kind,
                    "comm, group, request, status, errhandler, datatype, file, info, op, window, message")
        ->required()
        ->type_name("")
        ->check(check(parse_kind, options), "");
    app->add_option("HANDLE", options.handle,
                    "A C handle, a predefined name, a communicator's name, fortran:N, cxx:ADDRESS, or a variable that "
                    "holds the handle: SYMBOL or SYMBOL+OFFSET")
        ->required()
        ->type_name("");
  }
  app->add_option("TARGET", options.targets,
                  "A pid, a core file, a directory of core files, or the pid of mpirun; several are one job")
      ->required()
      ->type_name("");
  add_target_options(*app, options);
  add_plugin_options(*app, options);
  app->add_option("--profile", options.profile, "Struct layouts to use before the known ones")->type_name("FILE");
  app->add_flag("--json", options.json, "JSON instead of text; share/mpidbg/mpidbg.schema.json describes it");
  app->add_option("--rank", words.ranks, "Only these ranks of MPI_COMM_WORLD, as in 0-3,7")
      ->type_name("RANKS")
      ->check(check(parse_ranks, options), "");
  app->add_option("--comm", options.render.communicator, "Only this communicator")->type_name("NAME|HANDLE");
  using mqs_shim::Noun;
  const bool has_values = noun == Noun::cvars || noun == Noun::pvars;
  if (has_values || noun == Noun::categories || noun == Noun::events || noun == Noun::sources) {
    app->add_option("--name", options.render.variable, "Only the item with this name")->type_name("NAME");
  }
  if (has_values) {
    app->add_flag("--history", options.history, "Also the values in each snapshot of the recorder");
  }
  app->add_option("--tag", words.tag, "Only operations with this tag, and receives of any tag")
      ->type_name("N")
      ->check(check(parse_tag, options), "");
  app->add_flag("--all", options.render.all, "The library's own communicators and messages too");
  if (noun == mqs_shim::Noun::comms || noun == mqs_shim::Noun::groups || noun == mqs_shim::Noun::handles ||
      lists_objects(noun)) {
    app->add_flag("--freed", options.freed, "Freed objects too, if the recorder knows them");
  }
  app->add_option("--color", words.color, "auto, always or never (default: auto)")
      ->type_name("WHEN")
      ->check(
          [](const std::string &when) {
            return when == "auto" || when == "always" || when == "never" ? ""
                                                                         : "not auto, always or never: '" + when + "'";
          },
          "");
  add_output_options(*app, options);
}

void add_profile(CLI::App &root, Options &options) {
  CLI::App *profile = root.add_subcommand("profile", "Struct layouts: extract, check, list");
  profile->require_subcommand(1);
  profile->footer("Example: mpidbg profile list");

  CLI::App *extract = profile->add_subcommand("extract", "Write a profile from a library or object file with DWARF");
  extract->footer("Example: mpidbg profile extract /opt/openmpi/lib/libmpi.so -o openmpi-4.1.6-x86_64.json");
  extract->callback([&options] { options.verb = Verb::profile_extract; });
  extract->add_option("LIB", options.file, "The library, its debug file, or an object file")->required()->type_name("");
  extract->add_option("--library", options.library, "Its name: \"Open MPI\", \"MPICH\", \"UCX\"")->type_name("NAME");
  extract->add_option("--library-version", options.library_version, "Its version, if the file does not contain it")
      ->type_name("VERSION");
  add_target_options(*extract, options);
  add_output_options(*extract, options);

  CLI::App *check = profile->add_subcommand("check", "Compare a profile with a process or core file");
  check->footer("Example: mpidbg profile check openmpi-4.1.4-x86_64 4151");
  check->callback([&options] { options.verb = Verb::profile_check; });
  check->add_option("PROFILE", options.profile, "A file, or a name that `profile list` gives")
      ->required()
      ->type_name("");
  check->add_option("TARGET", options.targets, "A pid or core file")->required()->expected(1)->type_name("");
  add_target_options(*check, options);
  add_output_options(*check, options);

  CLI::App *list = profile->add_subcommand("list", "The known profiles");
  list->footer("Example: mpidbg profile list -v");
  list->callback([&options] { options.verb = Verb::profile_list; });
  add_output_options(*list, options);
}

void add_plugin(CLI::App &root, Options &options) {
  CLI::App *plugin = root.add_subcommand("plugin", "Debug plugins: check");
  plugin->require_subcommand(1);
  plugin->footer("Example: mpidbg plugin check /usr/lib/x86_64-linux-gnu/openmpi/lib/openmpi3/libompi_dbg_msgq.so");
  CLI::App *check = plugin->add_subcommand(
      "check", "Load a plugin as a debugger would, and say what it exports, answers and gets wrong");
  check->footer("Example: mpidbg plugin check ./libompi_dbg_msgq.so 4151");
  check->callback([&options] { options.verb = Verb::plugin_check; });
  check->add_option("PATH", options.file, "The plugin")->required()->type_name("");
  check->add_option("TARGET", options.targets, "A pid or core file to try it on")->expected(0, 1)->type_name("");
  add_target_options(*check, options);
  add_output_options(*check, options);
}

void add_record(CLI::App &root, Options &options) {
  CLI::App *record = root.add_subcommand(
      "record", "Run PROGRAM ARGUMENTS..., which keeps a record of its MPI calls and handles in its memory");
  record->footer("Example: mpirun -n 4 mpidbg record ./a.out input.txt");
  record->callback([record, &options] {
    options.verb = Verb::record;
    options.program = record->remaining();
    if (options.program.empty()) throw CLI::RequiredError("PROGRAM");
  });
  record->prefix_command();  // what follows the program is the program's
  record
      ->add_option("--mpi", options.mpi, "The MPI library that the program uses: openmpi or mpich (default: detected)")
      ->type_name("NAME")
      ->check(CLI::IsMember({"openmpi", "mpich"}), "");
  record->add_option("--memory", options.record_memory, "Size of the record in each process (default: 16m)")
      ->type_name("BYTES");
  record
      ->add_option("--interval", options.record_interval,
                   "Milliseconds between snapshots of the MPI_T variables (default: none)")
      ->type_name("MILLISECONDS")
      ->check(CLI::Range(1, 24 * 60 * 60 * 1000), "");
  record
      ->add_option("--file", options.record_file,
                   "Write the record to this file at the end, and before the process dies; %p: pid, %r: rank")
      ->type_name("PATH");
  record->add_flag("--keep-freed", options.keep_freed,
                   "Keep communicators, datatypes, groups, operations, error handlers and infos that the program frees "
                   "in the library, until MPI_Finalize");
  record->add_flag("-q,--quiet", options.quiet, "No warnings on stderr");
}

void add_mpit(CLI::App &root, Options &options) {
  CLI::App *mpit = root.add_subcommand(
      "mpit", "Run TOOL ARGUMENTS..., which uses MPI_T, on the variables of TARGET: a pid or a core file");
  mpit->footer("Example: mpidbg mpit core.4151 -- ./list_variables");
  mpit->callback([mpit, &options] {
    options.verb = Verb::mpit;
    std::vector<std::string> words = mpit->remaining();
    if (words.empty()) throw CLI::RequiredError("TARGET");
    options.targets = {words.front()};
    words.erase(words.begin());
    if (!words.empty() && words.front() == "--") words.erase(words.begin());
    options.program = std::move(words);
    if (options.program.empty()) throw CLI::RequiredError("TOOL");
  });
  mpit->prefix_command();
  mpit->add_option("--mpi", options.mpi,
                   "The MPI library that the tool was built for: openmpi or mpich (default: detected)")
      ->type_name("NAME")
      ->check(CLI::IsMember({"openmpi", "mpich"}), "");
  mpit->add_option("--exe", options.open.executable, "The executable of TARGET, instead of the one that it names")
      ->type_name("FILE");
  mpit->add_option("--sysroot", options.open.sysroot, "Look for the files of TARGET below DIR")->type_name("DIR");
  mpit->add_flag("-q,--quiet", options.quiet, "No warnings on stderr");
}

void add_pmpi(CLI::App &root, Options &options) {
  CLI::App *pmpi = root.add_subcommand("pmpi", "The profiling interface: who intercepts which MPI calls");
  pmpi->footer("Example: mpidbg pmpi 4151");
  pmpi->callback([&options] { options.verb = Verb::pmpi; });
  pmpi->add_option("TARGET", options.targets, "A pid, a core file, a directory of core files, or the pid of mpirun")
      ->required()
      ->type_name("");
  add_target_options(*pmpi, options);
  pmpi->add_flag("--json", options.json, "JSON instead of text; share/mpidbg/pmpi.schema.json describes it");
  add_output_options(*pmpi, options);
}

struct OtherCommand {
  std::string_view name;
  void (*add)(CLI::App &root, Options &options);
};

constexpr OtherCommand other_commands[] = {
    {"profile", add_profile}, {"plugin", add_plugin}, {"pmpi", add_pmpi}, {"record", add_record}, {"mpit", add_mpit}};

bool is_command(std::string_view word) {
  return std::any_of(std::begin(report_nouns), std::end(report_nouns),
                     [&](const ReportNoun &report) { return mqs_shim::noun_name(report.noun) == word; }) ||
         std::any_of(std::begin(other_commands), std::end(other_commands),
                     [&](const OtherCommand &other) { return other.name == word; });
}

// `only`: the command to add; empty for all of them. To describe the options of all commands takes longer than an
// answer about a small process.
void add_commands(CLI::App &app, Options &options, Words &words, std::string_view only) {
  for (const ReportNoun &report : report_nouns)
    if (only.empty() || mqs_shim::noun_name(report.noun) == only) add_report_noun(app, options, words, report);
  for (const OtherCommand &other : other_commands)
    if (only.empty() || other.name == only) other.add(app, options);
}

void set_up_everywhere(CLI::App &app) {
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", version_text, "Print the version");
  app.get_formatter()->column_width(34);
  for (CLI::App *sub : app.get_subcommands(nullptr)) set_up_everywhere(*sub);
}

// CLI11 names the noun by "Run with --help for more information."; a sentence in our form is enough.
ExitCode complain(const CLI::ParseError &error, const CLI::App &app) {
  std::string nouns;
  for (const CLI::App *used = &app; !used->get_subcommands().empty();) {
    used = used->get_subcommands().front();
    nouns += used->get_name() + " ";
  }
  std::fprintf(stderr, "mpidbg: %s\nTry 'mpidbg %s--help'.\n", error.what(), nouns.c_str());
  return ExitCode::usage;
}

}  // namespace

// The "--" of `record -- PROGRAM`: for CLI11, it would end the subcommand. The program's own ones stay.
static std::vector<std::string> without_mark_before_program(std::vector<std::string> words) {
  if (words.empty() || words.front() != "record") return words;
  for (auto word = words.begin() + 1; word != words.end() && word->starts_with('-'); ++word) {
    if (*word == "--") {
      words.erase(word);
      break;
    }
    const bool has_value = *word == "--mpi" || *word == "--memory" || *word == "--interval" || *word == "--file";
    if (has_value && ++word == words.end()) break;
  }
  return words;
}

std::optional<ExitCode> parse_command_line(int argc, char **argv, Options &options) {
  Words words;
  CLI::App app("Shows what MPI is doing inside a running, stopped or dead process.", "mpidbg");
  app.require_subcommand(1);
  app.footer(std::string("Example: mpidbg queues $(pgrep -x mpirun)\n\n") + exit_codes);
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (argc > 1 && !first.starts_with('-') && !is_command(first)) {
    std::fprintf(stderr, "mpidbg: there is no command '%s'\nTry 'mpidbg --help'.\n", argv[1]);
    return ExitCode::usage;
  }
  add_commands(app, options, words, is_command(first) ? first : "");
  set_up_everywhere(app);

  try {
    std::vector<std::string> arguments = without_mark_before_program({argv + 1, argv + argc});
    std::reverse(arguments.begin(), arguments.end());  // which is what parse() takes
    app.parse(std::move(arguments));
  } catch (const CLI::Success &success) {
    app.exit(success);
    return std::fflush(stdout) == 0 ? ExitCode::done : ExitCode::failed;
  } catch (const CLI::ParseError &error) {
    return complain(error, app);
  }
  options.render.color = use_color(words.color, options);
  return std::nullopt;
}

}  // namespace command
