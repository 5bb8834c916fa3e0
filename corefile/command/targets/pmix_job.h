#pragma once
// The job of a launcher that keeps a server of PMIx instead of a table in its memory: Open MPI 5's prterun.

#include <sys/types.h>

#include <chrono>
#include <string_view>

#include "corefile/mpi/launcher_job.h"

namespace command {

// Asks mpidbg-pmix-table (corefile/pmix_table), which is built where libpmix is. The error says why there is no answer.
mpidbg::Result<corefile::LauncherJob> job_by_pmix(pid_t launcher, std::chrono::milliseconds time);

// What that program writes: lines "HOST PID". Lines of other shapes are ignored, as libraries may write them.
corefile::ProcessesByHost read_pmix_table(std::string_view text);

}  // namespace command
