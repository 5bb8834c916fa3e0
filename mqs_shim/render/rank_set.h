#pragma once
// Parses sets of ranks as users type them, and formats lists of ranks: 0-127,129 and, with a stride, 0-126:2.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpidbg/base/result.h"

namespace mqs_shim {

// Holds a set of ranks, stored as ranges.
class RankSet {
 public:
  // Parses a text such as "0-3,7". The error is a sentence about the text.
  static mpidbg::Result<RankSet> parse(std::string_view text);

  bool contains(int rank) const;
  // Returns the smallest rank of the set that is at least `size`, or nothing.
  std::optional<int> first_beyond(int size) const;

 private:
  std::vector<std::pair<int, int>> ranges_;  // both ends are included
};

// Returns the ranks in the given order with shortened runs: 0-127,129; descending runs as "7 down to 0"; strides as
// 0-126:2.
std::string compress_ranks(const std::vector<int> &ranks);

}  // namespace mqs_shim
