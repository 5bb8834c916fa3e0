#pragma once
// A set of ranks as runs: what ten thousand ranks have in common is a few numbers.

#include <cstddef>
#include <utility>
#include <vector>

namespace mqs_shim {

class RankRuns {
 public:
  using Run = std::pair<int, int>;  // first and last, both in the set

  void add(int rank) { add({rank, rank}); }
  void merge(const RankRuns &other);

  // Ascending; none touches the next.
  const std::vector<Run> &runs() const { return runs_; }
  bool empty() const { return runs_.empty(); }
  std::size_t size() const;  // ranks
  std::vector<int> ranks() const;

  auto operator<=>(const RankRuns &) const = default;

 private:
  void add(Run run);

  std::vector<Run> runs_;
};

}  // namespace mqs_shim
