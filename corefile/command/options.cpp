#include "corefile/command/options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>

#include "corefile/command/command_words.h"
#include "corefile/command/help_format.h"
#include "mpidbg/base/whole_number.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/session/handle_expression.h"

namespace command {

namespace {

constexpr char version_text[] = "mpidbg " MPIDBG_VERSION;

constexpr char exit_codes[] =
    "Exit codes:\n"
    "  0  done, nothing wrong found\n"
    "  1  failed\n"
    "  2  wrong usage\n"
    "  3  proved: some ranks can never go on\n"
    "  4  ranks of the job are missing among the targets\n"
    "  5  some ranks wait for what may still happen\n"
    "  6  something that was needed cannot be seen";

// The headings of --help.
constexpr char diagnose[] = "Diagnose";
constexpr char objects[] = "Objects";
constexpr char tool_information[] = "MPI_T";
constexpr char library[] = "Library and layouts";
constexpr char recorder[] = "Recorder";
constexpr char select[] = "What to show";
constexpr char files[] = "Files and layouts";

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

std::string check_directory(const std::string &path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error) ? "" : "there is no directory '" + path + "'";
}

struct Words {
  std::string color = "auto";
  std::string ranks, tag, kind;  // kept by CLI11; what they mean is in Options
};

void add_output_options(CLI::App &app, Options &options) {
  app.add_option("-o,--output", options.output, "Write to FILE instead of stdout")
      ->type_name("FILE")
      ->check([](const std::string &file) { return file.empty() ? "the name of the file is empty" : ""; });
  app.add_flag("-q,--quiet", options.quiet, "No warnings and no progress on stderr");
  app.add_flag("-v,--verbose", options.render.verbose, "Show more");
}

void add_target_options(CLI::App &app, Options &options) {
  app.add_option("--exe", options.open.executable, "The executable, instead of the one that the process names")
      ->type_name("FILE")
      ->group(files);
  app.add_option("--sysroot", options.open.sysroot, "Look for the process's files below DIR")
      ->type_name("DIR")
      ->group(files)
      ->check(check_directory, "");
  app.add_option_function<std::vector<std::string>>(
         "--debug-dir",
         [&options](const std::vector<std::string> &directories) { options.open.debug_directories = directories; },
         "Where separate debug files are (default: /usr/lib/debug); may be repeated")
      ->type_name("DIR")
      ->group(files)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_plugin_options(CLI::App &app, Options &options) {
  app.add_option("--plugin", options.plugin.plugin,
                 "The debug plugin to ask; 'vendor': the one that the MPI library names")
      ->type_name("PATH")
      ->group(files);
  app.add_option("--plugin-safe-path", options.plugin.safe_path,
                 "A directory whose plugins may be loaded because a process names them; may be repeated")
      ->type_name("DIR")
      ->group(files)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

// Options that not every noun has a use for.
enum Takes : unsigned {
  takes_comm = 1u << 0,
  takes_tag = 1u << 1,
  takes_all = 1u << 2,
  takes_freed = 1u << 3,
  takes_name = 1u << 4,
  takes_history = 1u << 5,
  takes_changed = 1u << 6,
  takes_dot = 1u << 7,
  takes_each = 1u << 8
};

struct ReportNoun {
  mqs_shim::Noun noun;
  const char *group;
  const char *description;
  const char *example;
  unsigned takes;
};

constexpr ReportNoun report_nouns[] = {
    {mqs_shim::Noun::why, diagnose, "Who waits for whom in the job, and whether it can ever go on",
     "mpidbg why 4147 --html why.html", takes_dot | takes_each},
    {mqs_shim::Noun::ranks, diagnose,
     "The processes of the job, and the MPI call that each is in, with its place in the program",
     "mpidbg ranks /var/crash/job7", takes_each},
    {mqs_shim::Noun::stacks, diagnose, "The stacks of all ranks and threads, merged into one tree",
     "mpidbg stacks 4151", takes_all | takes_dot},
    {mqs_shim::Noun::queues, diagnose, "Posted receives, unexpected messages, pending sends, by communicator",
     "mpidbg queues core.4151 --comm MPI_COMM_WORLD", takes_comm | takes_tag | takes_all | takes_each},
    {mqs_shim::Noun::comms, objects, "Communicators", "mpidbg comms 4151 --all",
     takes_comm | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::groups, objects, "Groups", "mpidbg groups 4151 --json",
     takes_comm | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::requests, objects, "Requests", "mpidbg requests 4151 --comm MPI_COMM_WORLD",
     takes_comm | takes_tag | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::datatypes, objects, "Datatypes", "mpidbg datatypes core.4151",
     takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::windows, objects, "Windows, with their epochs and locks", "mpidbg windows 4151",
     takes_comm | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::files, objects, "Open files", "mpidbg files 4151",
     takes_comm | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::infos, objects, "Info objects", "mpidbg infos 4151", takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::ops, objects, "Reduction operations", "mpidbg ops 4151 --all",
     takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::errhandlers, objects, "Error handlers", "mpidbg errhandlers 4151 --all",
     takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::messages, objects, "Messages that MPI_Mprobe matched and that were not received yet",
     "mpidbg messages 4151", takes_comm | takes_tag | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::handles, objects, "Objects of all kinds", "mpidbg handles 4151 --json",
     takes_comm | takes_all | takes_freed | takes_each},
    {mqs_shim::Noun::show, objects, "One object in full", "mpidbg show datatype particle_type 4151", 0},
    {mqs_shim::Noun::cvars, tool_information, "Control variables, and where their values come from",
     "mpidbg cvars 4151 --changed", takes_name | takes_history | takes_changed},
    {mqs_shim::Noun::pvars, tool_information, "Performance variables", "mpidbg pvars core.4151",
     takes_name | takes_history | takes_all},
    {mqs_shim::Noun::categories, tool_information, "Categories, as a tree", "mpidbg categories 4151 --verbose",
     takes_name},
    {mqs_shim::Noun::events, tool_information, "Types of events, and those that were recorded",
     "mpidbg events core.4151", takes_name | takes_all},
    {mqs_shim::Noun::sources, tool_information, "Sources of the events", "mpidbg sources core.4151", takes_name},
};

constexpr char target_description[] =
    "A pid, a core file, a directory of core files, or the pid of mpirun; several are one job. Default: the only "
    "job of this node";

void add_report_noun(CLI::App &root, Options &options, Words &words, const ReportNoun &report) {
  const mqs_shim::Noun noun = report.noun;
  CLI::App *app = root.add_subcommand(std::string(mqs_shim::noun_name(noun)), report.description);
  app->group(report.group);
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
  app->add_option("TARGET", options.targets, target_description)->type_name("");
  const auto takes = [&](unsigned option) { return (report.takes & option) != 0; };
  app->add_option("--rank", words.ranks, "Only these ranks of MPI_COMM_WORLD, as in 0-3,7")
      ->type_name("RANKS")
      ->group(select)
      ->check(check(parse_ranks, options), "");
  if (takes(takes_comm)) {
    app->add_option("--comm", options.render.communicator, "Only this communicator")
        ->type_name("NAME|HANDLE")
        ->group(select);
  }
  if (takes(takes_tag)) {
    app->add_option("--tag", words.tag, "Only operations with this tag, and receives of any tag")
        ->type_name("N")
        ->group(select)
        ->check(check(parse_tag, options), "");
  }
  if (takes(takes_name)) {
    app->add_option("--name", options.render.variable, "Only items with this name; * and ? stand for other characters")
        ->type_name("PATTERN")
        ->group(select);
  }
  if (takes(takes_changed)) {
    app->add_flag("--changed", options.render.changed, "Only variables whose value is not the default")->group(select);
  }
  if (takes(takes_history)) {
    app->add_flag("--history", options.history, "Also the values in each snapshot of the recorder")->group(select);
  }
  if (takes(takes_all)) {
    app->add_flag("--all", options.render.all,
                  noun == mqs_shim::Noun::stacks ? "The library's functions and threads too"
                                                 : "Predefined objects too, and the library's own ones and messages")
        ->group(select);
  } else {
    // Scripts give it to every command.
    app->add_flag("--all", options.render.all)->group("");
  }
  if (takes(takes_each)) {
    app->add_flag("--each", options.render.each, "Each rank and operation by itself; equal ones are merged otherwise")
        ->group(select);
  }
  if (takes(takes_freed)) {
    app->add_flag("--freed", options.freed, "Freed objects too, if the recorder knows them")->group(select);
  }
  add_target_options(*app, options);
  add_plugin_options(*app, options);
  app->add_option("--profile", options.profile, "Struct layouts to use before the known ones")
      ->type_name("FILE")
      ->group(files);
  CLI::Option *json =
      app->add_flag("--json", options.json, "JSON instead of text; share/mpidbg/mpidbg.schema.json describes it");
  if (takes(takes_dot)) app->add_flag("--dot", options.dot, "A picture for Graphviz instead of text")->excludes(json);
  if (noun == mqs_shim::Noun::why) {
    app->add_option("--html", options.html, "Also write a page for a browser to FILE: verdict, graph, all evidence")
        ->type_name("FILE");
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

void add_jobs(CLI::App &root, Options &options) {
  CLI::App *jobs = root.add_subcommand("jobs", "The MPI jobs of this node that you may inspect");
  jobs->group(diagnose);
  jobs->footer("Example: mpidbg jobs");
  jobs->callback([&options] { options.verb = Verb::jobs; });
  jobs->add_flag("--pids", options.pids, "Only the pids to give as TARGET, one per line");
  jobs->add_flag("--json", options.json, "JSON instead of text; share/mpidbg/jobs.schema.json describes it");
  add_output_options(*jobs, options);
}

void add_profile(CLI::App &root, Options &options) {
  CLI::App *profile = root.add_subcommand("profile", "Struct layouts: extract, check, list");
  profile->group(library);
  profile->require_subcommand(1);
  profile->footer("Example: mpidbg profile list");

  CLI::App *extract = profile->add_subcommand("extract", "Write a profile from a library or object file with DWARF");
  extract->footer("Example: mpidbg profile extract /opt/lib/libmpi.so -o openmpi-4.1.6.json");
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
  plugin->group(library);
  plugin->require_subcommand(1);
  plugin->footer("Example: mpidbg plugin check ./libompi_dbg_msgq.so");
  CLI::App *check =
      plugin->add_subcommand("check", "Load a plugin as a debugger would: its exports, answers and faults");
  check->footer("Example: mpidbg plugin check ./libompi_dbg_msgq.so 4151");
  check->callback([&options] { options.verb = Verb::plugin_check; });
  check->add_option("PATH", options.file, "The plugin")->required()->type_name("");
  check->add_option("TARGET", options.targets, "A pid or core file to try it on")->expected(0, 1)->type_name("");
  add_target_options(*check, options);
  add_output_options(*check, options);
}

std::string check_library(const std::string &name) {
  return name == "openmpi" || name == "mpich" ? "" : "not openmpi or mpich: '" + name + "'";
}

std::string check_size(const std::string &text) {
  std::string_view digits = text;
  if (!digits.empty() && std::string_view("kKmM").find(digits.back()) != std::string_view::npos)
    digits.remove_suffix(1);
  return mpidbg::whole_number<std::uint64_t>(digits) ? "" : "not a size such as 512k or 16m: '" + text + "'";
}

std::string check_interval(const std::string &text) {
  constexpr int longest = 24 * 60 * 60 * 1000;
  const auto interval = mpidbg::whole_number<int>(text);
  return interval && *interval > 0 && *interval <= longest
             ? ""
             : "not a number of milliseconds from 1 to " + std::to_string(longest) + " (a day): '" + text + "'";
}

// What CLI11 leaves for the program, being no option that it knows.
void refuse_option(const std::string &word, const CLI::App &app) {
  if (word.starts_with('-')) throw CLI::ExtrasError(app.get_name(), {word});
}

void add_record(CLI::App &root, Options &options) {
  CLI::App *record =
      root.add_subcommand("record", "Run PROGRAM with a library that keeps a record of its MPI calls in its memory");
  record->group(recorder);
  record->footer("Example: mpirun -n 4 mpidbg record ./a.out input.txt");
  record->callback([record, &options] {
    options.verb = Verb::record;
    options.program = record->remaining();
    if (options.program.empty()) throw CLI::RequiredError("PROGRAM");
    refuse_option(options.program.front(), *record);
  });
  record->prefix_command();  // what follows the program is the program's
  record
      ->add_option("--mpi", options.mpi, "The MPI library that the program uses: openmpi or mpich (default: detected)")
      ->type_name("NAME")
      ->check(check_library, "");
  record
      ->add_option("--memory", options.record_memory,
                   "Size of the record in each process: bytes, or with k or m (default: 16m)")
      ->type_name("SIZE")
      ->check(check_size, "");
  record
      ->add_option("--interval", options.record_interval,
                   "Milliseconds between snapshots of the MPI_T variables (default: none)")
      ->type_name("MILLISECONDS")
      ->check(check_interval, "");
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
  CLI::App *mpit =
      root.add_subcommand("mpit", "Run TOOL, which uses MPI_T, on the variables of TARGET: a pid or a core file");
  mpit->group(tool_information);
  mpit->footer("Example: mpidbg mpit core.4151 -- ./list_variables");
  mpit->callback([mpit, &options] {
    options.verb = Verb::mpit;
    std::vector<std::string> words = mpit->remaining();
    if (words.empty()) throw CLI::RequiredError("TARGET");
    refuse_option(words.front(), *mpit);
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
      ->check(check_library, "");
  mpit->add_option("--exe", options.open.executable, "The executable of TARGET, instead of the one that it names")
      ->type_name("FILE");
  mpit->add_option("--sysroot", options.open.sysroot, "Look for the files of TARGET below DIR")
      ->type_name("DIR")
      ->check(check_directory, "");
  mpit->add_flag("-q,--quiet", options.quiet, "No warnings on stderr");
}

void add_pmpi(CLI::App &root, Options &options) {
  CLI::App *pmpi = root.add_subcommand("pmpi", "The profiling interface: who intercepts which MPI calls");
  pmpi->group(library);
  pmpi->footer("Example: mpidbg pmpi 4151");
  pmpi->callback([&options] { options.verb = Verb::pmpi; });
  pmpi->add_option("TARGET", options.targets, target_description)->type_name("");
  add_target_options(*pmpi, options);
  pmpi->add_flag("--json", options.json, "JSON instead of text; share/mpidbg/pmpi.schema.json describes it");
  add_output_options(*pmpi, options);
}

struct OtherCommand {
  std::string_view name;
  void (*add)(CLI::App &root, Options &options);
};

// Before the nouns and after them in --help.
constexpr OtherCommand first_command = {"jobs", add_jobs};
constexpr OtherCommand other_commands[] = {
    {"mpit", add_mpit}, {"pmpi", add_pmpi}, {"profile", add_profile}, {"plugin", add_plugin}, {"record", add_record}};

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names = {first_command.name};
  for (const ReportNoun &report : report_nouns) names.push_back(mqs_shim::noun_name(report.noun));
  for (const OtherCommand &other : other_commands) names.push_back(other.name);
  return names;
}

// `only`: the command to add; empty for all of them. To describe the options of all commands takes longer than an
// answer about a small process.
void add_commands(CLI::App &app, Options &options, Words &words, std::string_view only) {
  const auto is_wanted = [&](std::string_view name) { return only.empty() || name == only; };
  if (is_wanted(first_command.name)) first_command.add(app, options);
  for (const ReportNoun &report : report_nouns)
    if (is_wanted(mqs_shim::noun_name(report.noun))) add_report_noun(app, options, words, report);
  for (const OtherCommand &other : other_commands)
    if (is_wanted(other.name)) other.add(app, options);
}

// Of any command.
bool takes_value(std::string_view option) {
  Options options;
  Words words;
  CLI::App app;
  add_commands(app, options, words, "");
  for (const CLI::App *command : app.get_subcommands(nullptr)) {
    const CLI::Option *const known = command->get_option_no_throw(std::string(option));
    if (known != nullptr) return known->get_items_expected_max() > 0;
  }
  return false;
}

void set_up_everywhere(CLI::App &app) {
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

// CLI11 names the noun by "Run with --help for more information."; a sentence in our form is enough.
ExitCode complain(const CLI::ParseError &error, const CLI::App &app) {
  std::string nouns;
  const CLI::App *used = &app;
  while (!used->get_subcommands().empty()) {
    used = used->get_subcommands().front();
    nouns += used->get_name() + " ";
  }
  std::fprintf(stderr, "mpidbg: %s\nTry 'mpidbg %s--help'.\n", text_of(error, *used).c_str(), nouns.c_str());
  return ExitCode::usage;
}

// `show KIND HANDLE` with the handle left out: what is there in its place is the target.
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
  const KnownWords known = {command_names(), takes_value};
  auto arranged = arrange_words({argv + 1, argv + argc}, known);
  if (!arranged) {
    std::fprintf(stderr, "mpidbg: %s\nTry 'mpidbg --help'.\n", mqs_shim::printable(arranged.error().message).c_str());
    return ExitCode::usage;
  }
  CLI::App app("Shows what MPI is doing inside a running, stopped or dead process.", "mpidbg");
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormat>());
  app.footer(std::string("Example: mpidbg queues 4147, where `mpidbg jobs` shows the pid\n\n") + exit_codes);
  const auto &commands = known.commands;
  const bool is_command =
      !arranged->empty() && std::find(commands.begin(), commands.end(), arranged->front()) != commands.end();
  add_commands(app, options, words, is_command ? arranged->front() : "");
  set_up_everywhere(app);

  try {
    std::vector<std::string> arguments = without_mark_before_program(std::move(*arranged));
    std::reverse(arguments.begin(), arguments.end());  // which is what parse() takes
    app.parse(std::move(arguments));
  } catch (const CLI::Success &success) {
    app.exit(success);
    return std::fflush(stdout) == 0 ? ExitCode::done : ExitCode::failed;
  } catch (const CLI::ParseError &error) {
    return complain(error, app);
  }
  if (const auto problem = missing_handle(options)) {
    std::fprintf(stderr, "mpidbg: %s\nTry 'mpidbg show --help'.\n", mqs_shim::printable(*problem).c_str());
    return ExitCode::usage;
  }
  options.render.color = use_color(words.color, options);
  return std::nullopt;
}

}  // namespace command
