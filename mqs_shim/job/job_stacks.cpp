#include "mqs_shim/job/job_stacks.h"

#include <algorithm>

namespace mqs_shim {

void JobStacks::add(const ProcessReport &report) {
  if (report.threads.empty()) {
    unseen_.push_back(
        {report.world_rank, report.target, report.error.empty() ? "the stacks cannot be read" : report.error});
    std::sort(unseen_.begin(), unseen_.end());
    return;
  }
  StackTree &merged = tree(job_of(report));
  for (const ThreadRecord &thread : report.threads) merged.add(report.world_rank, thread);
}

std::string JobStacks::title(const JobName &job) const {
  const bool one_launch = std::all_of(trees_.begin(), trees_.end(), [&](const auto &other) {
    return other.first.launch.empty() || other.first.launch == job.launch;
  });
  if (job.name.empty()) return trees_.size() == 1 ? "job" : "job without a name";
  return "job " + readable_name(job.name, one_launch);
}

void JobStacks::merge(const JobStacks &other) {
  for (const auto &[job, merged] : other.trees_) tree(job).merge(merged);
  unseen_.insert(unseen_.end(), other.unseen_.begin(), other.unseen_.end());
  std::sort(unseen_.begin(), unseen_.end());
}

}  // namespace mqs_shim
