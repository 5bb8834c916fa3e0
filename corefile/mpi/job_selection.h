#pragma once
// Selects the MPI processes of this node that a collector inspects.

#include <sys/types.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"

namespace corefile {

// A selection, as a word of the command line describes it.
struct JobSelection {
  // How processes are selected, and what `name` contains for each kind of selection.
  enum class Kind {
    only,     // the only MPI job on this node that the user may inspect
    slurm,    // `name` is 4711 or 4711.0, which is compared with SLURM_JOB_ID and SLURM_STEP_ID of the processes
    named,    // `name` is the launcher's name of the job (JobIdentity::job), or the name of a launch
    pids,     // `name` is 4151,4152: these pids, as far as they exist
    at_hosts  // `name` is n1=4151-4154,4160/n2=4151: the pids after the name of this host
  };
  Kind kind = Kind::only;
  std::string name;

  // Parses "slurm:4711.0", "job:1234", "pids:4151,4152", "at:n1=4151-4154/n2=4151", or "" for the only job. The error
  // is a sentence about the word.
  static Result<JobSelection> parse(std::string_view word);
};

// Returns the word for a selection of the kind at_hosts.
std::string word_of(const std::map<std::string, std::set<pid_t>> &processes);

// Returns the pids of the selected processes, in the order of jobs and ranks; none if no process of the job is on this
// node. Fails if there are several jobs and the selection does not name one.
Result<std::vector<pid_t>> ranks_on_this_node(const JobSelection &selection);

// Returns true if two job names belong to one launch. In Open MPI, the name of a job and that of a job spawned by it
// differ only in their lower 16 bits.
bool is_same_launch(const std::string &a, const std::string &b);

}  // namespace corefile
