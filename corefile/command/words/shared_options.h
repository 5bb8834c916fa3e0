#pragma once
// Defines what several commands have in common: options, headings of the help, and the description of TARGET.

#include <CLI/CLI.hpp>

#include "corefile/command/words/options.h"

namespace command {

// Headings under which the help lists commands and options.
namespace headings {
inline constexpr char diagnose[] = "Diagnose";
inline constexpr char objects[] = "Objects";
inline constexpr char tool_information[] = "MPI_T";
inline constexpr char library[] = "Library and layouts";
inline constexpr char recorder[] = "Recorder";
inline constexpr char select[] = "What to show";
inline constexpr char nodes[] = "Jobs on several nodes";
inline constexpr char files[] = "Files and layouts";
}  // namespace headings

inline constexpr char target_description[] =
    "A pid, a core file, a capture, a directory of these, or the pid of mpirun; several are one job. Default: the only "
    "job of this node";

// Last part of the help of each command.
inline constexpr char exit_codes[] =
    "Exit codes:\n"
    "  0  done, nothing wrong found\n"
    "  1  failed\n"
    "  2  wrong usage\n"
    "  3  some ranks can never go on: proved, or nothing moved between two looks\n"
    "  4  ranks of the job are missing among the targets\n"
    "  5  some ranks wait for what may still happen\n"
    "  6  something that was needed cannot be seen";

// Adds -o, -q and -v to a command.
void add_output_options(CLI::App &app, Options &options);
// Adds --exe, --sysroot and --debug-dir.
void add_target_options(CLI::App &app, Options &options);
// Adds --rank.
void add_rank_option(CLI::App &app, Options &options);
// Adds --profile.
void add_profile_option(CLI::App &app, Options &options);
// Adds --color.
void add_color_option(CLI::App &app, Options &options);
// Adds --jobs.
void add_jobs_option(CLI::App &app, Options &options);
// Adds --launcher, --nodes, --timeout and --remote.
void add_node_options(CLI::App &app, Options &options);
// Adds --timeout alone, for a collector.
void add_timeout_option(CLI::App &app, Options &options);
// Adds --plugin and --plugin-safe-path.
void add_plugin_options(CLI::App &app, Options &options);

// Returns why a path cannot be used as a directory; empty if it can.
std::string check_directory(const std::string &path);

}  // namespace command
