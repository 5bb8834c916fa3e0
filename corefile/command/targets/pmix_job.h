#pragma once
// Finds the processes of a launcher that has a PMIx server instead of a table in its memory, such as Open MPI 5's
// prterun.

#include <sys/types.h>

#include <chrono>
#include <string_view>

#include "corefile/mpi/launcher_job.h"

namespace command {

// Runs mpidbg-pmix-table (corefile/pmix_table) for at most `time`. That program is built only if libpmix is available.
// The error explains why the table is missing.
mpidbg::Result<corefile::LauncherJob> job_by_pmix(pid_t launcher, std::chrono::milliseconds time);

// Parses the output of mpidbg-pmix-table, which consists of lines "HOST PID". Other lines are ignored, because
// libraries may write to the same output.
corefile::ProcessesByHost read_pmix_table(std::string_view text);

}  // namespace command
