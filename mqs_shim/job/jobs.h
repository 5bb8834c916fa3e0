#pragma once
// Collects facts about several processes: their jobs, the missing ranks of these jobs, and variables that differ
// between ranks.
//
// Processes are added one by one, in any order, and only what these questions need is kept. Parts of a job can be
// collected separately and merged; the order does not change the result. Nothing here reads memory or prints.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mqs_shim/job/consistency.h"
#include "mqs_shim/records/noun.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim {

// Names a job: the set of processes that share an MPI_COMM_WORLD.
struct JobName {
  // Name shared by all processes of one launcher, including spawned processes. Empty if it is not known.
  std::string launch;
  std::string name;  // the launcher's name for the job, which is a number in Open MPI; empty if it is not known
  auto operator<=>(const JobName &) const = default;
};

// Returns the job from the environment of the process (ProcessReport::environment_job), or from its memory if the
// environment does not name one.
JobName job_of(const ProcessReport &report);

// Returns the name of a job in the form that users know. Open MPI 4.1 names a job by a number of 32 bits. Its own
// messages show that number as "[24160,1]", where 24160 is the launch and 1 the job within the launch. `one_launch`
// says that all jobs belong to one launch; then only the second number is returned. Names of other libraries are
// returned unchanged.
std::string readable_name(const std::string &name, bool one_launch = false);

// Says which ranks of a job are among the inspected targets.
struct JobRoll {
  std::set<int> present;  // ranks in MPI_COMM_WORLD
  int size = 0;           // size of MPI_COMM_WORLD; 0: not known
};

// Assigns processes to jobs, and counts the processes.
class Jobs {
 public:
  // `noun` (what the user asks for) selects which variables are compared; if it is not about variables, nothing is
  // compared.
  explicit Jobs(Noun noun) : noun_(noun) {}

  // Adds a process. A process that could not be inspected counts as present if its rank is known.
  void add(const ProcessReport &report);
  // Counts a process about which nothing is known, not even its rank.
  void add_unseen() { ++processes_, ++failures_; }
  // Adds everything that `other` has collected. `other` must have been made with the same noun.
  void merge(const Jobs &other);

  std::size_t processes() const { return processes_; }
  std::size_t failures() const { return failures_; }  // number of processes() that could not be inspected

  // Returns true if the processes come from different launches, so that they cannot be one job even if their ranks
  // would fit together.
  bool has_several_launches() const { return launches() > 1; }
  std::size_t launches() const;  // number of launches; processes of unknown origin do not count
  const std::map<JobName, JobRoll> &rolls() const { return rolls_; }

  // Lists the missing ranks of all jobs: no process was added for them, and `wanted` returns true for them.
  std::vector<int> missing(const std::function<bool(int)> &wanted) const;
  // Returns true if an answer should be about all ranks. That is always so for several processes. For a single process,
  // it is so only if the noun is about ranks and the process was inspected.
  bool asks_for_all_ranks() const;
  // Returns true if an answer lists the missing ranks. JSON always lists them; text lists them only if
  // asks_for_all_ranks() is true and there is one launch. For several launches, the text lists the ranks of each job
  // instead.
  bool names_missing(bool json) const;
  // Lists the ranks below `roll.size` that are not present.
  static std::vector<int> missing(const JobRoll &roll);

  // Returns the mismatches between processes of the same launch, one launch after the other.
  std::vector<Mismatch> mismatches() const;

 private:
  Noun noun_;
  std::size_t processes_ = 0, failures_ = 0;
  std::map<JobName, JobRoll> rolls_;
  std::map<std::string, Consistency> consistency_;  // by launch
};

}  // namespace mqs_shim
