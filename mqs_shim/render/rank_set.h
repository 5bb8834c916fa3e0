#pragma once
// Sets of ranks as the user types them, and lists of ranks as they are shown: 0-127,129 and, with a stride, 0-126:2.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpidbg/base/result.h"

namespace mqs_shim {

class RankSet {
 public:
  // "0-3,7". The error is a sentence about the text.
  static mpidbg::Result<RankSet> parse(std::string_view text);

  bool contains(int rank) const;
  // Ranks of the set that are at least `size`, the first of them.
  std::optional<int> first_beyond(int size) const;

 private:
  std::vector<std::pair<int, int>> ranges_;  // both ends belong to it
};

// In the order given, runs shortened: 0-127,129; falling ones as "7 down to 0"; strides as 0-126:2.
std::string compress_ranks(const std::vector<int> &ranks);

}  // namespace mqs_shim
