#include "mqs_shim/job/rank_runs.h"

#include <algorithm>
#include <cstdint>

namespace mqs_shim {

namespace {

bool ends_before(const RankRuns::Run &run, int rank) {
  return std::int64_t{run.second} + 1 < rank;
}

}  // namespace

void RankRuns::add(Run run) {
  // The place behind the last run is tried first, because ranks are mostly added in ascending order.
  auto first = runs_.empty() || ends_before(runs_.back(), run.first)
                   ? runs_.end()
                   : std::lower_bound(runs_.begin(), runs_.end(), run.first, ends_before);
  auto last = first;
  for (; last != runs_.end() && last->first <= std::int64_t{run.second} + 1; ++last)
    run = {std::min(run.first, last->first), std::max(run.second, last->second)};
  if (first == last) {
    runs_.insert(first, run);
  } else {
    *first = run;
    runs_.erase(first + 1, last);
  }
}

void RankRuns::merge(const RankRuns &other) {
  for (const Run &run : other.runs_) add(run);
}

std::size_t RankRuns::size() const {
  std::size_t count = 0;
  for (const auto &[first, last] : runs_) count += static_cast<std::size_t>(std::int64_t{last} - first + 1);
  return count;
}

std::vector<int> RankRuns::ranks() const {
  std::vector<int> all;
  all.reserve(size());
  for (const auto &[first, last] : runs_) {
    for (std::int64_t rank = first; rank <= last; ++rank) all.push_back(static_cast<int>(rank));
  }
  return all;
}

}  // namespace mqs_shim
