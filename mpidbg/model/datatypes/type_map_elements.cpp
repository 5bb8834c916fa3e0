#include "mpidbg/model/datatypes/type_map_elements.h"

#include <algorithm>

#include "mpidbg/base/checked.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model {

namespace {

using Kind = TypeMapEntry::Kind;

// Returns the displacement after `rounds` rounds, modulo 2^64.
std::int64_t displaced(std::int64_t start, std::uint64_t rounds, std::int64_t stride) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(start) + rounds * static_cast<std::uint64_t>(stride));
}

}  // namespace

bool TypeMapElements::entry(const TypeMapEntry &entry, std::uint64_t) {
  if (parts_.size() >= limits::type_map_blocks) {
    too_long_ = true;
    return false;
  }
  parts_.push_back({entry, 0, 0});
  if (entry.kind == Kind::loop) ++depth_;
  if (entry.kind == Kind::end && depth_ > 0) --depth_;
  if (depth_ > 0) return true;
  prepare();
  write(0, parts_.size(), 0);
  parts_.clear();
  return elements_.size() < wanted_;
}

// Finds the end of each loop and counts the elements in it.
void TypeMapElements::prepare() {
  std::vector<std::size_t> open;
  std::vector<std::uint64_t> counts{0};
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const TypeMapEntry &entry = parts_[i].entry;
    if (entry.kind == Kind::loop) {
      open.push_back(i);
      counts.push_back(0);
    } else if (entry.kind == Kind::run) {
      counts.back() = checked_add(counts.back(), entry.count).value_or(UINT64_MAX);
    } else if (!open.empty()) {
      Part &loop = parts_[open.back()];
      loop.end = i;
      loop.elements = checked_multiply(counts.back(), loop.entry.count).value_or(UINT64_MAX);
      open.pop_back();
      counts.pop_back();
      counts.back() = checked_add(counts.back(), loop.elements).value_or(UINT64_MAX);
    }
  }
}

void TypeMapElements::write(std::size_t from, std::size_t to, std::int64_t offset) {
  for (std::size_t i = from; i < to && elements_.size() < wanted_; ++i) {
    const Part &part = parts_[i];
    const TypeMapEntry &entry = part.entry;
    if (entry.kind == Kind::end) continue;
    const std::uint64_t all = entry.kind == Kind::run ? entry.count : part.elements;
    if (skip_ >= all) {
      skip_ -= all;
    } else if (entry.kind == Kind::run) {
      const std::uint64_t until = skip_ + std::min<std::uint64_t>(all - skip_, wanted_ - elements_.size());
      for (std::uint64_t k = skip_; k < until; ++k) {
        elements_.push_back({entry.basic, displaced(displaced(entry.displacement, k, entry.stride), 1, offset)});
      }
      skip_ = 0;
    } else {
      const std::uint64_t in_round = all == UINT64_MAX ? 0 : all / entry.count;
      std::uint64_t round = in_round == 0 ? 0 : skip_ / in_round;
      skip_ -= round * in_round;
      for (; round < entry.count && elements_.size() < wanted_; ++round) {
        write(i + 1, part.end, displaced(offset, round, entry.stride));
      }
    }
    if (entry.kind == Kind::loop) i = part.end;
  }
}

}  // namespace mpidbg::model
