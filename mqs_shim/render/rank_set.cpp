#include "mqs_shim/render/rank_set.h"

#include <algorithm>
#include <cstdint>

#include "mpidbg/base/whole_number.h"

namespace mqs_shim {

namespace {

std::optional<int> parse_rank(std::string_view text) {
  const auto rank = mpidbg::whole_number<int>(text);
  return rank && *rank >= 0 ? rank : std::nullopt;
}

}  // namespace

mpidbg::Result<RankSet> RankSet::parse(std::string_view text) {
  RankSet set;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const std::size_t dash = item.find('-');
    const auto first = parse_rank(item.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse_rank(item.substr(dash + 1));
    if (!first || !last || *last < *first) {
      std::string message = "not a set of ranks, such as 0-3,7: '";
      message.append(text).append("'");
      return mpidbg::Error{mpidbg::ErrorCode::out_of_range, std::move(message), {}};
    }
    set.ranges_.emplace_back(*first, *last);
    if (comma == std::string_view::npos) return set;
    rest.remove_prefix(comma + 1);
  }
}

bool RankSet::contains(int rank) const {
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [rank](const auto &range) { return range.first <= rank && rank <= range.second; });
}

std::optional<int> RankSet::first_beyond(int size) const {
  std::optional<int> found;
  for (const auto &[first, last] : ranges_) {
    if (last < size) continue;
    const int beyond = std::max(first, size);
    if (!found || beyond < *found) found = beyond;
  }
  return found;
}

std::string compress_ranks(const std::vector<int> &ranks) {
  std::string text;
  for (std::size_t begin = 0; begin < ranks.size();) {
    std::size_t end = begin + 1;
    std::int64_t stride = 0;
    if (end < ranks.size()) {
      stride = std::int64_t{ranks[end]} - ranks[begin];
      while (end < ranks.size() && std::int64_t{ranks[end]} - ranks[end - 1] == stride) ++end;
    }
    // Two consecutive ranks become a run, "0-1". A run with a stride or in descending order is harder to read, and is
    // used only for four or more ranks.
    const std::size_t worth = stride == 1 ? 2 : 4;
    if (stride == 0 || end - begin < worth) end = begin + 1;

    if (!text.empty()) text += ',';
    text += std::to_string(ranks[begin]);
    if (end - begin > 1) {
      text += (stride < 0 ? " down to " : "-") + std::to_string(ranks[end - 1]);
      if (stride != 1 && stride != -1) text += ':' + std::to_string(stride < 0 ? -stride : stride);
    }
    begin = end;
  }
  return text;
}

}  // namespace mqs_shim
