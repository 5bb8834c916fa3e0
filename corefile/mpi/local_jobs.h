#pragma once
// Finds the MPI jobs of this node that the user may inspect, through /proc. No process is stopped.
//
// A rank is a process that has loaded an MPI library. Either a launcher gave it a rank (job_identity.h), or it runs
// without a launcher. All ranks that one launcher has started, and the ranks that these have spawned, are one job.

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "corefile/base.h"

namespace corefile {

// A rank of a job on this node.
struct LocalRank {
  pid_t pid = 0;
  std::optional<int> world_rank;  // not set for a process without a launcher
  std::string job;                // launcher's name of the job, which differs for spawned jobs; empty: unknown
};

// A job with all its ranks on this node.
struct LocalJob {
  // Pid of the launcher or, if that runs on another node, of its daemon on this node; 0: neither is on this node.
  pid_t launcher = 0;
  std::string launcher_name;       // for example "mpirun.openmpi"; empty if `launcher` is 0
  std::vector<LocalRank> ranks;    // in the order of jobs and ranks; never empty
  int world_size = 0;              // size of the first job's MPI_COMM_WORLD; 0: unknown
  std::string executable;          // path of the first rank's executable
  std::vector<std::string> words;  // command line of the first rank
  std::size_t programs = 1;        // number of different executables among the ranks
  std::string library;             // path of the first rank's MPI library
  std::int64_t started = 0;        // time at which the first rank was started, in seconds since 1970 (UTC); 0: unknown
  uid_t user = 0;                  // user to whom the first rank belongs

  // Returns the pids that identify the job as a target: the launcher's pid or, without a launcher, the pids of all
  // ranks.
  std::vector<pid_t> targets() const;
};

// Returns the jobs in the order of their launchers' pids; for a job without a launcher, its first rank's pid counts.
// Fails if /proc does not show the processes.
Result<std::vector<LocalJob>> local_jobs();

}  // namespace corefile
