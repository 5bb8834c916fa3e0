#pragma once
// What concerns several processes: which jobs they belong to, which ranks of them are missing, and whether variables
// mean the same on all ranks.
//
// Processes are taken one by one, in any order, and only what is needed of them is kept. Nothing here reads or writes;
// two parts of a job that were taken apart can be merged, in any order, with the same result.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mqs_shim/job/consistency.h"
#include "mqs_shim/records/noun.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim {

// One job: the processes that share an MPI_COMM_WORLD.
struct JobName {
  // Those that one launcher has started, and what they spawned, have this in common. Empty: not known.
  std::string launch;
  std::string name;  // what the launcher calls it: a number in Open MPI. Empty: not known.
  auto operator<=>(const JobName &) const = default;
};

// By the environment (ProcessReport::environment_job), else by what memory says.
JobName job_of(const ProcessReport &report);

// What a person calls the job. Open MPI 4.1 calls it by a number of 32 bits, which its own messages show as
// "[24160,1]": the launch, and the number within it. Where all jobs are of one launch the latter is enough, as in what
// is said about a process. Other names stay.
std::string readable_name(const std::string &name, bool one_launch = false);

struct JobRoll {
  std::set<int> present;  // ranks in MPI_COMM_WORLD
  int size = 0;           // of MPI_COMM_WORLD; 0: not known
};

class Jobs {
 public:
  // `noun` chooses which variables are compared; other nouns compare nothing.
  explicit Jobs(Noun noun) : noun_(noun) {}

  // A process that could not be inspected counts as present if its rank is known.
  void add(const ProcessReport &report);
  // One of which nothing is known, not even its rank.
  void add_unseen() { ++processes_, ++failures_; }
  // Both are about the same noun.
  void merge(const Jobs &other);

  std::size_t processes() const { return processes_; }
  std::size_t failures() const { return failures_; }  // of them, those that could not be inspected

  // Processes of different launches are not one job, although their ranks look like it.
  bool has_several_launches() const { return launches() > 1; }
  std::size_t launches() const;  // those of which nothing is known do not count
  const std::map<JobName, JobRoll> &rolls() const { return rolls_; }

  // The ranks that no process was given for, of all jobs together, as far as `wanted` wants them.
  std::vector<int> missing(const std::function<bool(int)> &wanted) const;
  // Whether an answer should be about all ranks: of several processes always, of a single one only where the noun is
  // about ranks and the process was inspected.
  bool asks_for_all_ranks() const;
  // Whether an answer names the missing ones: in JSON always; in text only if it should be about all ranks, and not of
  // several launches, whose rolls are listed instead.
  bool names_missing(bool json) const;
  static std::vector<int> missing(const JobRoll &roll);

  // Of each launch in turn.
  std::vector<Mismatch> mismatches() const;

 private:
  Noun noun_;
  std::size_t processes_ = 0, failures_ = 0;
  std::map<JobName, JobRoll> rolls_;
  std::map<std::string, Consistency> consistency_;  // by launch
};

}  // namespace mqs_shim
