#pragma once
// The merged stacks of all processes that were given, by job, and the processes whose stacks are not in them.

#include <map>
#include <string>
#include <vector>

#include "mqs_shim/job/jobs.h"
#include "mqs_shim/job/stack_tree.h"

namespace mqs_shim {

class JobStacks {
 public:
  struct Unseen {
    int rank = -1;
    std::string target, reason;
    auto operator<=>(const Unseen &) const = default;
  };

  explicit JobStacks(StackDetail detail) : detail_(detail) {}

  void add(const ProcessReport &report);
  // Both have the same detail.
  void merge(const JobStacks &other);

  const std::map<JobName, StackTree> &trees() const { return trees_; }
  // "job 1"; where its name is not known "job without a name", or "job" if there is no other one.
  std::string title(const JobName &job) const;
  const std::vector<Unseen> &unseen() const { return unseen_; }  // by rank

 private:
  StackTree &tree(const JobName &job) { return trees_.try_emplace(job, detail_).first->second; }

  StackDetail detail_;
  std::map<JobName, StackTree> trees_;
  std::vector<Unseen> unseen_;
};

}  // namespace mqs_shim
