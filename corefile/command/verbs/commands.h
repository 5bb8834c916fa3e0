#pragma once
// What the words of the command line run. Each writes its answer and says what the command ends with.

#include "corefile/command/words/exit_code.h"
#include "corefile/command/words/messages.h"
#include "corefile/command/words/options.h"

namespace command {

ExitCode run_jobs(const Options &options, Messages &messages);
ExitCode run_report(const Options &options, Messages &messages);
// On a node, started by one of the others elsewhere.
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
// Of the process that is dying, whose core file comes on stdin.
ExitCode run_core_pattern(const Options &options, Messages &messages);
ExitCode run_pmpi(const Options &options, Messages &messages);
ExitCode run_plugin_check(const Options &options, Messages &messages);
// Both become the program, and return only if they cannot.
ExitCode run_mpit(const Options &options, Messages &messages);
ExitCode run_record(const Options &options, Messages &messages);

}  // namespace command
