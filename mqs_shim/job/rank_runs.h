#pragma once
// Stores a set of ranks as runs of consecutive numbers, so that sets of many thousand ranks take little memory.

#include <cstddef>
#include <utility>
#include <vector>

namespace mqs_shim {

// Holds a sorted set of ranks. -1 is a valid member and stands for processes whose rank is not known.
class RankRuns {
 public:
  using Run = std::pair<int, int>;  // first and last rank of the run, inclusive

  void add(int rank) { add({rank, rank}); }
  void merge(const RankRuns &other);

  // Returns the runs in ascending order. Adjacent runs are always merged.
  const std::vector<Run> &runs() const { return runs_; }
  bool empty() const { return runs_.empty(); }
  std::size_t size() const;  // number of ranks
  std::vector<int> ranks() const;

  auto operator<=>(const RankRuns &) const = default;

 private:
  void add(Run run);

  std::vector<Run> runs_;
};

}  // namespace mqs_shim
