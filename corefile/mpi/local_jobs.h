#pragma once
// The MPI jobs of this node that the caller may inspect, found through /proc: no process is stopped, none is asked.
//
// A rank is a process with an MPI library that a launcher gave a rank in its environment (job_identity.h), or one that
// runs without a launcher. Ranks that one launcher has started are one job, with those that they spawned.

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "corefile/base.h"

namespace corefile {

struct LocalRank {
  pid_t pid = 0;
  std::optional<int> world_rank;  // without a launcher: none
  std::string job;                // as the launcher calls it; spawned ones differ. Empty: unknown
};

struct LocalJob {
  pid_t launcher = 0;              // else the launcher's daemon on this node; 0: neither is there
  std::string launcher_name;       // "mpirun.openmpi"; empty with launcher 0
  std::vector<LocalRank> ranks;    // on this node, by job and rank; never empty
  int world_size = 0;              // of the first job's MPI_COMM_WORLD; 0: unknown
  std::string executable;          // path of the first rank's
  std::vector<std::string> words;  // its command line
  std::size_t programs = 1;        // how many different executables the ranks have
  std::string library;             // path of the first rank's MPI library
  std::int64_t started = 0;        // when the first rank was started: seconds since 1970, UTC; 0: unknown
  uid_t user = 0;                  // whose process the first rank is

  // Returns the pids that identify the job as a target: the launcher's pid or, without a launcher, the pids of all
  // ranks.
  std::vector<pid_t> targets() const;
};

// By their pids (of the launcher, else of the first rank). An error if /proc does not show what runs.
Result<std::vector<LocalJob>> local_jobs();

}  // namespace corefile
