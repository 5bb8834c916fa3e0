#pragma once
// Merges the stacks of all processes by job, and lists the processes whose stacks could not be added.

#include <map>
#include <string>
#include <vector>

#include "mqs_shim/job/jobs.h"
#include "mqs_shim/job/stack_tree.h"

namespace mqs_shim {

// Collects stack trees, one per job, from the reports of processes.
class JobStacks {
 public:
  // Describes a process whose stacks are not in a tree, and why.
  struct Unseen {
    int rank = -1;
    std::string target, reason;
    auto operator<=>(const Unseen &) const = default;
  };

  explicit JobStacks(StackDetail detail) : detail_(detail) {}

  // Adds the stacks of the process to the tree of its job, or the process to unseen() if its stacks could not be read.
  void add(const ProcessReport &report);
  // Adds everything that `other` has collected. `other` must have been made with the same detail.
  void merge(const JobStacks &other);

  const std::map<JobName, StackTree> &trees() const { return trees_; }
  // Returns a heading for the job, such as "job 1". If the job's name is not known, the heading is "job without a
  // name", or just "job" if there is only one job.
  std::string title(const JobName &job) const;
  const std::vector<Unseen> &unseen() const { return unseen_; }  // in the order of ranks

 private:
  StackTree &tree(const JobName &job) { return trees_.try_emplace(job, detail_).first->second; }

  StackDetail detail_;
  std::map<JobName, StackTree> trees_;
  std::vector<Unseen> unseen_;
};

}  // namespace mqs_shim
