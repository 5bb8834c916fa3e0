#include "corefile/command/words/other_options.h"

#include <unistd.h>

#include <filesystem>
#include <string>

#include "corefile/command/words/shared_options.h"
#include "mpidbg/base/whole_number.h"

namespace command {

using namespace headings;

namespace {

void add_jobs(CLI::App &jobs, Options &options) {
  jobs.footer("Example: mpidbg jobs");
  jobs.callback([&options] { options.verb = Verb::jobs; });
  jobs.add_flag("--pids", options.pids, "Only the pids to give as TARGET, one per line");
  jobs.add_flag("--json", options.json, "JSON instead of text; share/mpidbg/jobs.schema.json describes it");
  add_output_options(jobs, options);
}

// Returns an error unless the text is a number of seconds up to one day; `watch` is meant for longer times.
std::string check_seconds(const std::string &text) {
  double seconds = 0;
  const bool is_number = CLI::detail::lexical_cast(text, seconds);
  return is_number && seconds > 0 && seconds <= 86400
             ? ""
             : "not a number of seconds from 0.001 to 86400 (a day): '" + text + "'";
}

void add_diff(CLI::App &diff, Options &options) {
  diff.footer(std::string("Example: mpidbg diff cores-10:00 cores-10:05\n         mpidbg diff 4147 --after 30\n\n") +
              exit_codes);
  diff.callback([&options] { options.verb = Verb::diff; });
  diff.add_option("TARGET", options.targets,
                  "OLD and NEW, each a core file, a directory of core files or a pid; or one live job, which is looked "
                  "at twice")
      ->type_name("");
  diff.add_option("--after", options.seconds_between, "Seconds between two looks at a live job (default: 5)")
      ->type_name("SECONDS")
      ->default_val(5)
      ->check(check_seconds, "");
  add_rank_option(diff, options);
  diff.add_flag("--each", options.render.each, "Each rank by itself; equal ones are merged otherwise")->group(select);
  add_target_options(diff, options);
  add_plugin_options(diff, options);
  add_profile_option(diff, options);
  diff.add_flag("--json", options.json, "JSON instead of text; share/mpidbg/diff.schema.json describes it");
  add_color_option(diff, options);
  add_output_options(diff, options);
}

void add_watch(CLI::App &watch, Options &options) {
  watch.footer(std::string("Example: mpirun -n 64 ./solver & mpidbg watch $! -o hang/\n\n") + exit_codes);
  watch.callback([&options] { options.verb = Verb::watch; });
  watch
      .add_option("TARGET", options.targets,
                  "A pid, the pid of mpirun, or slurm:JOB. Default: the only job of this node")
      ->type_name("");
  watch.add_option("--interval", options.seconds_between, "Seconds between two looks (default: 60)")
      ->type_name("SECONDS")
      ->default_val(60)
      ->check(check_seconds, "");
  watch
      .add_option("--still", options.seconds_still,
                  "Seconds after which a job in which nothing moves is hung (default: 600)")
      ->type_name("SECONDS")
      ->default_val(600)
      ->check(check_seconds, "");
  watch
      .add_option("--at-most", options.seconds_at_most,
                  "Seconds after which the captures are made and the verdict is given even if something moves, for "
                  "jobs that are killed when their time is over")
      ->type_name("SECONDS")
      ->check(check_seconds, "");
  watch
      .add_option(
          "-o,--output", options.output,
          "The directory for captures of all ranks, which is made if it is missing; %h: host (default: none are made)")
      ->type_name("DIR")
      ->check(
          [](const std::string &directory) { return directory.empty() ? "the name of the directory is empty" : ""; });
  add_rank_option(watch, options);
  add_jobs_option(watch, options);
  add_node_options(watch, options);
  add_target_options(watch, options);
  add_plugin_options(watch, options);
  add_profile_option(watch, options);
  watch.add_flag("--json", options.json, "The verdict as JSON; share/mpidbg/mpidbg.schema.json describes it");
  add_color_option(watch, options);
  watch.add_flag("-q,--quiet", options.quiet, "No line for each look, no warnings and no progress on stderr");
}

void add_summarize(CLI::App &summarize, Options &options) {
  summarize.footer("Example: mpidbg summarize 4147 -o node1.summary; elsewhere: mpidbg why node*.summary");
  summarize.callback([&options] { options.verb = Verb::summarize; });
  summarize.add_option("TARGET", options.targets, target_description)->type_name("");
  add_rank_option(summarize, options);
  add_jobs_option(summarize, options);
  add_target_options(summarize, options);
  add_plugin_options(summarize, options);
  add_profile_option(summarize, options);
  add_output_options(summarize, options);
}

// For the command that a launcher starts on each node.
void add_collect(CLI::App &collect, Options &options) {
  collect.callback([&options] { options.verb = Verb::collect; });
  collect.add_flag("--held", options.held, "Hold all processes still together while they are read");
  collect.add_option("--job", options.selection, "slurm:JOB, job:NAME or pids:PID,PID");
  add_timeout_option(collect, options);
  add_target_options(collect, options);
  add_plugin_options(collect, options);
  add_profile_option(collect, options);
  collect.add_flag("-q,--quiet", options.quiet, "No warnings on stderr");
}

void add_profile(CLI::App &profile, Options &options) {
  profile.require_subcommand(1);
  profile.footer("Example: mpidbg profile list");

  CLI::App *extract = profile.add_subcommand("extract", "Write a profile from a library or object file with DWARF");
  extract->footer("Example: mpidbg profile extract /opt/lib/libmpi.so -o openmpi-4.1.6.json");
  extract->callback([&options] { options.verb = Verb::profile_extract; });
  extract->add_option("LIB", options.file, "The library, its debug file, or an object file")->required()->type_name("");
  extract->add_option("--library", options.library, "Its name: \"Open MPI\", \"MPICH\", \"UCX\"")->type_name("NAME");
  extract->add_option("--library-version", options.library_version, "Its version, if the file does not contain it")
      ->type_name("VERSION");
  extract->add_option("--like", options.profile, "Write only what differs from this profile")->type_name("PROFILE");
  add_target_options(*extract, options);
  add_output_options(*extract, options);

  CLI::App *check = profile.add_subcommand("check", "Compare a profile with a process or core file");
  check->footer("Example: mpidbg profile check openmpi-4.1.4-x86_64 4151");
  check->callback([&options] { options.verb = Verb::profile_check; });
  check->add_option("PROFILE", options.profile, "A file, or a name that `profile list` gives")
      ->required()
      ->type_name("");
  check->add_option("TARGET", options.targets, "A pid or core file")->required()->expected(1)->type_name("");
  add_target_options(*check, options);
  add_output_options(*check, options);

  CLI::App *list = profile.add_subcommand("list", "The known profiles");
  list->footer("Example: mpidbg profile list -v");
  list->callback([&options] { options.verb = Verb::profile_list; });
  add_output_options(*list, options);
}

void add_plugin(CLI::App &plugin, Options &options) {
  plugin.require_subcommand(1);
  plugin.footer("Example: mpidbg plugin check ./libompi_dbg_msgq.so");
  CLI::App *check =
      plugin.add_subcommand("check", "Try a plugin on made-up processes: which rules of the interface it keeps");
  check->footer("Example: mpidbg plugin check ./libompi_dbg_msgq.so 4151");
  check->callback([&options] { options.verb = Verb::plugin_check; });
  check->add_option("PATH", options.file, "The plugin")->required()->type_name("");
  check->add_option("TARGET", options.targets, "A pid or core file to try it on")->expected(1)->type_name("");
  check->add_option("--process", options.processes, "Also try it on the process that FILE describes; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  check->add_flag("--json", options.json, "JSON instead of text; share/mpidbg/plugin.schema.json describes it");
  add_target_options(*check, options);
  add_output_options(*check, options);
}

std::string check_library(const std::string &name) {
  return name == "openmpi" || name == "mpich" ? "" : "not openmpi or mpich: '" + name + "'";
}

std::string check_recorded_library(const std::string &name) {
  return name == "mpi-abi" || check_library(name).empty() ? "" : "not openmpi, mpich or mpi-abi: '" + name + "'";
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

// Throws if `word` is empty or starts like an option. `word` is the first word that CLI11 has not consumed, and `meant`
// names what belongs there, such as "PROGRAM".
void refuse_option(const std::string &word, const CLI::App &app, const std::string &meant) {
  if (word.empty()) throw CLI::ValidationError(meant + ": the value is empty");
  if (word.starts_with('-')) throw CLI::ExtrasError(app.get_name(), {word});
}

void add_record(CLI::App &record, Options &options) {
  record.footer("Example: mpirun -n 4 mpidbg record ./a.out input.txt");
  record.callback([&record, &options] {
    options.verb = Verb::record;
    options.program = record.remaining();
    if (options.build_recorder) {
      if (options.output.empty()) throw CLI::RequiredError("--output");
      if (!options.program.empty()) throw CLI::ExtrasError(record.get_name(), options.program);
      return;
    }
    if (options.program.empty()) throw CLI::RequiredError("PROGRAM");
    refuse_option(options.program.front(), record, "PROGRAM");
  });
  record.prefix_command();  // words after the program are its arguments
  record
      .add_option(
          "--mpi", options.mpi,
          "The MPI library that the program uses: openmpi, mpich (all of its ABI) or mpi-abi, the standard ABI of "
          "MPI-5 (default: detected)")
      ->type_name("NAME")
      ->check(check_recorded_library, "");
  record
      .add_option("--recorder", options.recorder,
                  "A recorder that --build made (default: $MPIDBG_RECORDER, else the installed one)")
      ->type_name("FILE");
  record
      .add_option("--memory", options.record_memory,
                  "Size of the record in each process: bytes, or with k or m (default: 16m)")
      ->type_name("SIZE")
      ->check(check_size, "");
  record
      .add_option("--interval", options.record_interval,
                  "Milliseconds between snapshots of the MPI_T variables (default: none)")
      ->type_name("MILLISECONDS")
      ->check(check_interval, "");
  record
      .add_option("--file", options.record_file,
                  "Write the record to this file at the end, and before the process dies; %p: pid, %r: rank")
      ->type_name("PATH");
  record.add_flag("--keep-freed", options.keep_freed,
                  "Keep communicators, datatypes, groups, operations, error handlers and infos that the program frees "
                  "in the library, until MPI_Finalize");
  constexpr char building[] = "Building a recorder";
  record.add_flag("--build", options.build_recorder, "Run nothing: build the recorder for another MPI library")
      ->group(building);
  record.add_option("--mpicc", options.mpicc, "The compiler wrapper of that library (default: mpicc)")
      ->type_name("FILE")
      ->group(building);
  record.add_option("-o,--output", options.output, "The file of the recorder")->type_name("FILE")->group(building);
  record.add_flag("-q,--quiet", options.quiet, "No warnings on stderr");
}

// Returns what the word is if it cannot be a program, such as "a pid"; empty if it may be one.
std::string what_is_no_program(const std::string &word) {
  if (mpidbg::whole_number<pid_t>(word)) return "a pid";
  std::error_code error;
  if (std::filesystem::is_directory(word, error)) return "a directory";
  const bool is_file = std::filesystem::is_regular_file(word, error);
  return is_file && ::access(word.c_str(), X_OK) != 0 ? "a file that cannot be run" : "";
}

// Stores TARGET and the tool's words in `options`. A "--" between them is optional.
void take_target_and_tool(std::vector<std::string> words, Options &options) {
  options.targets = {words.front()};
  words.erase(words.begin());
  const bool is_marked = !words.empty() && words.front() == "--";
  if (is_marked) words.erase(words.begin());
  if (words.empty()) throw CLI::RequiredError("TOOL");
  if (words.front().empty()) throw CLI::ValidationError("TOOL: the value is empty");
  if (const std::string &tool = words.front(); !is_marked) {
    if (tool.starts_with('-')) throw CLI::ValidationError("options of mpit come before TARGET: " + tool);
    if (const std::string what = what_is_no_program(tool); !what.empty())
      throw CLI::ValidationError("mpit takes one TARGET, and then TOOL: '" + tool + "' is " + what);
  }
  options.program = std::move(words);
}

void add_mpit(CLI::App &mpit, Options &options) {
  mpit.footer("Example: mpidbg mpit core.4151 -- ./list_variables");
  mpit.callback([&mpit, &options] {
    options.verb = Verb::mpit;
    const std::vector<std::string> words = mpit.remaining();
    if (words.empty()) throw CLI::RequiredError("TARGET");
    refuse_option(words.front(), mpit, "TARGET");
    take_target_and_tool(words, options);
  });
  mpit.prefix_command();
  mpit.add_option("--mpi", options.mpi,
                  "The MPI library that the tool was built for: openmpi or mpich (default: detected)")
      ->type_name("NAME")
      ->check(check_library, "");
  mpit.add_option("--exe", options.open.executable, "The executable of TARGET, instead of the one that it names")
      ->type_name("FILE");
  mpit.add_option("--sysroot", options.open.sysroot, "Look for the files of TARGET below DIR")
      ->type_name("DIR")
      ->check(check_directory, "");
  mpit.add_flag("-q,--quiet", options.quiet, "No warnings on stderr");
}

void add_capture(CLI::App &capture, Options &options) {
  capture.footer("Example: mpidbg capture -o hang/ 4147; later mpidbg why hang/");
  capture.callback([&options] {
    options.verb = Verb::capture;
    if (options.output.empty() && !options.describe) throw CLI::RequiredError("--output");
  });
  capture.add_option("TARGET", options.targets, target_description)->type_name("");
  capture
      .add_option("-o,--output", options.output,
                  "The file, or a directory, which is made if it is missing; %h: host, %r: rank, %p: pid")
      ->type_name("FILE|DIR")
      ->check([](const std::string &file) { return file.empty() ? "the name of the file is empty" : ""; });
  capture.add_flag("--all-ranks", options.all_ranks,
                   "TARGET may be the pid of any rank: all ranks of its job on this node");
  capture.add_flag("--with-data", options.with_data, "The buffers of pending messages and requests as well");
  capture.add_flag("--redact", options.redact,
                   "Without the arguments of the program and the values of its environment");
  capture.add_flag("--describe", options.describe, "Write nothing: say of each TARGET, a capture, what it is of");
  capture.add_flag("--core-pattern", options.core_pattern,
                   "For /proc/sys/kernel/core_pattern: capture the dying process TARGET, whose core file is on stdin");
  capture.add_flag("-q,--quiet", options.quiet, "No warnings and no progress on stderr");
  add_target_options(capture, options);
  add_plugin_options(capture, options);
}

void add_pmpi(CLI::App &pmpi, Options &options) {
  pmpi.footer("Example: mpidbg pmpi 4151");
  pmpi.callback([&options] { options.verb = Verb::pmpi; });
  pmpi.add_option("TARGET", options.targets, target_description)->type_name("");
  add_target_options(pmpi, options);
  pmpi.add_flag("--json", options.json, "JSON instead of text; share/mpidbg/pmpi.schema.json describes it");
  add_output_options(pmpi, options);
}

constexpr OtherCommand all_others[] = {
    {"collect", "", "Look at a job on this node, for the mpidbg elsewhere that has started this one", add_collect},
    {"summarize", diagnose, "Write what why, ranks, stacks, queues and comms need of TARGET, to be shown elsewhere",
     add_summarize},
    {"capture", diagnose,
     "Write what all other commands read to small files, one for each process: evidence to keep or to mail",
     add_capture},
    {"diff", diagnose, "What each rank did between two looks: nothing, little, or progress", add_diff},
    {"watch", diagnose,
     "Look at a live job again and again; if nothing moves any more: captures, and the verdict of why", add_watch},
    {"mpit", tool_information, "Run TOOL, which uses MPI_T, on the variables of TARGET: a pid or a core file",
     add_mpit},
    {"pmpi", library, "The profiling interface: who intercepts which MPI calls", add_pmpi},
    {"profile", library, "Struct layouts: extract, check, list", add_profile},
    {"plugin", library, "Debug plugins: check", add_plugin},
    {"record", recorder, "Run PROGRAM with a library that keeps a record of its MPI calls in its memory", add_record},
};

}  // namespace

const OtherCommand first_command = {"jobs", diagnose, "The MPI jobs of this node that you may inspect", add_jobs};

std::span<const OtherCommand> other_commands() {
  return all_others;
}

CLI::App *add_name(CLI::App &root, const OtherCommand &command) {
  return root.add_subcommand(command.name, command.description)->group(command.group);
}

void add_command(CLI::App &root, Options &options, const OtherCommand &command) {
  command.add_options(*add_name(root, command), options);
}

}  // namespace command
