#pragma once
// The command line, understood.

#include <optional>
#include <string>
#include <vector>

#include "corefile/command/words/exit_code.h"
#include "corefile/process/process.h"
#include "mqs_shim/plugin/plugin_search.h"
#include "mqs_shim/render/render.h"

namespace command {

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

struct Options {
  Verb verb = Verb::report;
  mqs_shim::Noun noun = mqs_shim::Noun::queues;  // of Verb::report
  std::vector<std::string> targets;
  corefile::OpenOptions open;
  mqs_shim::PluginSearch plugin;
  std::string profile;  // --profile, the PROFILE of `profile check`, or --like of `profile extract`
  mqs_shim::RenderOptions render;
  std::string handle;  // of Noun::show, with render.show_kind
  unsigned jobs = 0;   // of Noun::why and `summarize`: how many inspect targets at once; 0: as processors are usable
  bool json = false;
  std::string color = "auto";  // --color; what follows from it is in `render`
  bool dot = false;            // Graphviz, of Noun::stacks and Noun::why
  std::string html;            // of Noun::why: also a page to this file; empty: none
  // Of `capture`.
  bool with_data = false;
  bool redact = false;
  bool describe = false;       // say what captures are
  bool all_ranks = false;      // the pid of a rank stands for its job
  double seconds_between = 0;  // of `diff` and `watch`: between two looks at a live job
  double seconds_still = 0;    // of `watch`: after which a job stands still
  double seconds_at_most = 0;  // of `watch`: it lasts no longer; 0: no limit
  bool history = false;        // of variables
  bool freed = false;
  bool quiet = false;
  bool pids = false;          // of `jobs`
  bool core_pattern = false;  // of `capture`: the kernel has started it for a process that is dying
  std::string output;         // -o, empty for stdout
  // Of a job on several nodes.
  std::string launcher;                // --launcher; empty: not given
  std::string nodes;                   // --nodes, for a launcher that is a command with %h
  std::string remote;                  // the mpidbg of the nodes; empty: where this one is
  std::string transport = "auto";      // how answers of nodes come here: auto, mpi or launcher
  bool merge = false;                  // of `collect`
  bool held = false;                   // of `collect`: all processes of the node at one instant
  int timeout = 30;                    // seconds for the nodes to answer
  std::string selection;               // of `collect`: which job of the node; empty: the only one
  std::string file;                    // LIB of `profile extract`, PATH of `plugin check`
  std::vector<std::string> processes;  // FILEs of `plugin check --process`
  std::string library;
  std::string library_version;
  // Of `record` and `mpit`.
  std::string mpi;  // empty: detected
  std::string record_memory;
  std::string record_file;
  std::string recorder;         // a file; empty: the installed one for `mpi`
  bool build_recorder = false;  // with `mpicc`, into `output`
  std::string mpicc = "mpicc";
  int record_interval = 0;  // milliseconds; 0: none
  bool keep_freed = false;
  std::vector<std::string> program;  // with its arguments
};

// Fills in the options, or prints what there is to say (help, version, what is wrong with the words) and returns the
// exit code to end with.
std::optional<ExitCode> parse_command_line(int argc, char **argv, Options &options);

}  // namespace command
