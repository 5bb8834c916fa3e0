#pragma once
// Which of the MPI processes of this node a collector looks at.

#include <sys/types.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"

namespace corefile {

struct JobSelection {
  enum class Kind {
    only,     // the only MPI job here that we may inspect
    slurm,    // `name`: 4711 or 4711.0, by SLURM_JOB_ID and SLURM_STEP_ID of the processes
    named,    // `name`: what the launcher calls the job (JobIdentity::job), or the launch that it is of
    pids,     // `name`: 4151,4152: these, as far as they are here
    at_hosts  // `name`: n1=4151-4154,4160/n2=4151: those after the name of this host
  };
  Kind kind = Kind::only;
  std::string name;

  // "slurm:4711.0", "job:1234", "pids:4151,4152", "at:n1=4151-4154/n2=4151", or "" for the only one.
  static Result<JobSelection> parse(std::string_view word);
};

// As above, of kind at_hosts.
std::string word_of(const std::map<std::string, std::set<pid_t>> &processes);

// Their pids, by jobs and ranks; none if no process of the job is here. An error if there are several jobs, of which
// none was named.
Result<std::vector<pid_t>> ranks_on_this_node(const JobSelection &selection);

// Whether two names of jobs are of one launch: those of Open MPI differ in their lower 16 bits where one has spawned
// the other.
bool is_same_launch(const std::string &a, const std::string &b);

}  // namespace corefile
