#pragma once
// Declares the functions that carry out commands. Each writes its answer and returns the exit code of the command.

#include "corefile/command/words/exit_code.h"
#include "corefile/command/words/messages.h"
#include "corefile/command/words/options.h"

namespace command {

ExitCode run_jobs(const Options &options, Messages &messages);
ExitCode run_report(const Options &options, Messages &messages);
// Inspects the ranks of one node. Other commands start it on each node of a job.
ExitCode run_collect(const Options &options, Messages &messages);
ExitCode run_why(const Options &options, Messages &messages);
ExitCode run_diff(const Options &options, Messages &messages);
ExitCode run_watch(const Options &options, Messages &messages);
ExitCode run_summarize(const Options &options, Messages &messages);
ExitCode run_profile_extract(const Options &options, Messages &messages);
ExitCode run_profile_check(const Options &options, Messages &messages);
ExitCode run_profile_list(const Options &options, Messages &messages);
ExitCode run_capture(const Options &options, Messages &messages);
ExitCode run_describe_captures(const Options &options, Messages &messages);
// Captures the dying process whose core file the kernel writes to stdin.
ExitCode run_core_pattern(const Options &options, Messages &messages);
ExitCode run_pmpi(const Options &options, Messages &messages);
ExitCode run_plugin_check(const Options &options, Messages &messages);
// run_mpit() and run_record() replace this process by the program that the user names, and return only if that fails.
ExitCode run_mpit(const Options &options, Messages &messages);
ExitCode run_record(const Options &options, Messages &messages);

}  // namespace command
