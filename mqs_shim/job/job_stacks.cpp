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

void JobStacks::merge(const JobStacks &other) {
  for (const auto &[job, merged] : other.trees_) tree(job).merge(merged);
  unseen_.insert(unseen_.end(), other.unseen_.begin(), other.unseen_.end());
  std::sort(unseen_.begin(), unseen_.end());
}

}  // namespace mqs_shim
