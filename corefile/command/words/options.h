#pragma once
// Parses the command line.

#include <optional>
#include <string>
#include <vector>

#include "corefile/command/words/exit_code.h"
#include "corefile/process/process.h"
#include "mqs_shim/plugin/plugin_search.h"
#include "mqs_shim/render/render.h"

namespace command {

// Names what the command does. Verb::report stands for all commands that report a noun (a kind of information, such as
// `queues`).
enum class Verb {
  jobs,
  report,
  summarize,
  collect,
  diff,
  watch,
  capture,
  profile_extract,
  profile_check,
  profile_list,
  plugin_check,
  pmpi,
  record,
  mpit
};

// The parsed command line. Members that belong to one command have their default values for all others.
struct Options {
  Verb verb = Verb::report;
  mqs_shim::Noun noun = mqs_shim::Noun::queues;  // for Verb::report
  std::vector<std::string> targets;
  corefile::OpenOptions open;
  mqs_shim::PluginSearch plugin;
  std::string profile;  // --profile, the PROFILE of `profile check`, or --like of `profile extract`
  mqs_shim::RenderOptions render;
  std::string handle;  // for Noun::show, together with render.show_kind
  // For Noun::why and `summarize`: number of processes that inspect targets at once; 0: the number of usable
  // processors.
  unsigned jobs = 0;
  bool json = false;
  std::string color = "auto";  // --color; its effect is in `render`
  bool dot = false;            // for Noun::stacks and Noun::why: Graphviz output
  std::string html;            // for Noun::why: file to which the page is written, too; empty: none
  // For `capture`:
  bool with_data = false;
  bool redact = false;
  bool describe = false;       // describe existing captures
  bool all_ranks = false;      // the pid of a rank stands for its complete job
  double seconds_between = 0;  // for `diff` and `watch`: time between two looks at a live job
  double seconds_still = 0;    // for `watch`: time after which a job counts as standing still
  double seconds_at_most = 0;  // for `watch`: limit for the total time; 0: no limit
  bool history = false;        // for variables of MPI_T: with earlier values
  bool freed = false;
  bool quiet = false;
  bool pids = false;          // for `jobs`: print only pids
  bool core_pattern = false;  // for `capture`: the kernel has started the command for a dying process
  std::string output;         // -o; empty: stdout
  // For jobs on several nodes:
  std::string launcher;                // --launcher; empty: not given
  std::string nodes;                   // --nodes, for a launcher that is a command with %h
  std::string remote;                  // path of mpidbg on the nodes; empty: the same as here
  bool held = false;                   // for `collect`: hold all processes of the node at the same time
  int timeout = 30;                    // seconds that the nodes have for their answers
  std::string selection;               // for `collect`: which job of the node; empty: the only one
  std::string file;                    // LIB of `profile extract`, PATH of `plugin check`
  std::vector<std::string> processes;  // FILEs of `plugin check --process`
  std::string library;
  std::string library_version;
  // For `record` and `mpit`:
  std::string mpi;  // empty: detected
  std::string record_memory;
  std::string record_file;
  std::string recorder;         // file; empty: the installed one for `mpi`
  bool build_recorder = false;  // build a recorder with `mpicc` and write it to `output`
  std::string mpicc = "mpicc";
  int record_interval = 0;  // in milliseconds; 0: none
  bool keep_freed = false;
  std::vector<std::string> program;  // program to run, with its arguments
};

// Fills in the options. If there is nothing to run (help, version, wrong usage), prints the text and returns the exit
// code.
std::optional<ExitCode> parse_command_line(int argc, char **argv, Options &options);

}  // namespace command
