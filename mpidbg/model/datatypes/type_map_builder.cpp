#include "mpidbg/model/datatypes/type_map_builder.h"

#include "mpidbg/base/checked.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model {

void TypeMapBuilder::step() {
  if (++steps_ > limits::type_map_steps) stopped_ = too_long_ = true;
}

void TypeMapBuilder::run(std::uint32_t basic, std::uint64_t size, std::int64_t displacement, std::uint64_t count,
                         std::int64_t stride) {
  step();
  if (stopped_ || count == 0) return;
  add(levels_.size() - 1,
      {basic, size, displacement, count, count == 1 ? static_cast<std::int64_t>(size) : stride, 1, 0});
}

void TypeMapBuilder::begin_loop(std::uint64_t count, std::int64_t stride) {
  step();
  Level &level = levels_.emplace_back();
  level.count = count;
  level.stride = stride;
}

void TypeMapBuilder::end_loop() {
  const std::size_t at = levels_.size() - 1;
  Level &level = levels_[at];
  if (!stopped_ && !level.open && level.waiting == 1 && fold(level.items[0], level.count, level.stride)) {
    const Item item = level.items[0];
    levels_.pop_back();
    add(at - 1, item);
    return;
  }
  if (!stopped_ && (level.open || level.waiting > 0)) {
    open(at);
    flush(level);
    put(TypeMapEntry::Kind::end, 0, 0);
  }
  levels_.pop_back();
}

void TypeMapBuilder::finish() {
  if (!stopped_) flush(levels_[0]);
}

// Combines the items if `next` starts where `last` would continue; returns true if so.
bool TypeMapBuilder::join(Item &last, const Item &next) {
  if (last.basic != next.basic || last.rounds != 1 || next.rounds != 1) return false;
  const std::int64_t stride = last.n > 1 ? last.inner : next.inner;
  if ((last.n > 1 && last.inner != stride) || (next.n > 1 && next.inner != stride)) return false;
  if (checked_step(last.displacement, last.n, stride) != next.displacement) return false;
  const auto sum = checked_add(last.n, next.n);
  if (!sum) return false;
  last.n = *sum;
  last.inner = stride;
  return true;
}

// Combines the items if `next` is the next round of `last`; returns true if so.
bool TypeMapBuilder::continues(Item &last, const Item &next) {
  if (last.rounds < 2 || next.rounds != 1 || last.basic != next.basic || last.n != next.n || last.inner != next.inner) {
    return false;
  }
  if (checked_step(last.displacement, last.rounds, last.outer) != next.displacement) return false;
  ++last.rounds;
  return true;
}

// Combines three items into `first` if they are equal runs at equal distances; returns true if so. (With two items
// there is only one distance.)
bool TypeMapBuilder::make_progression(Item &first, const Item &second, const Item &third) {
  const auto alike = [&](const Item &other) {
    return other.rounds == 1 && other.basic == first.basic && other.n == first.n && other.inner == first.inner;
  };
  if (first.rounds != 1 || !alike(second) || !alike(third)) return false;
  const auto distance = checked_subtract(second.displacement, first.displacement);
  if (!distance || checked_add(second.displacement, *distance) != third.displacement) return false;
  if (first.n == 1) {
    first.n = 3;
    first.inner = *distance;
  } else {
    first.rounds = 3;
    first.outer = *distance;
  }
  return true;
}

// Changes `item` to stand for `count` rounds of itself; returns false if one item cannot express that.
bool TypeMapBuilder::fold(Item &item, std::uint64_t count, std::int64_t stride) {
  if (item.rounds == 1 && item.n == 1) {
    item.n = count;
    item.inner = stride;
    return true;
  }
  if (item.rounds == 1) {
    const auto product = checked_multiply(item.n, count);
    if (product && checked_multiply(item.inner, item.n) == stride) {
      item.n = *product;
    } else {
      item.rounds = count;
      item.outer = stride;
    }
    return true;
  }
  const auto product = checked_multiply(item.rounds, count);
  if (!product || checked_multiply(item.outer, item.rounds) != stride) return false;
  item.rounds = *product;
  return true;
}

void TypeMapBuilder::add(std::size_t at, const Item &item) {
  Level &level = levels_[at];
  if (level.waiting > 0) {
    Item &last = level.items[level.waiting - 1];
    if (join(last, item) || continues(last, item)) return;
    if (level.waiting == 2) {
      if (make_progression(level.items[0], level.items[1], item)) {
        level.waiting = 1;
        return;
      }
      open(at);
      deliver(level.items[0]);
      level.items[0] = level.items[1];
      level.items[1] = item;
      return;
    }
  }
  level.items[level.waiting++] = item;
}

// Delivers the start of the level's loop and of the loops around it.
void TypeMapBuilder::open(std::size_t at) {
  std::size_t first = at;
  while (!levels_[first].open) --first;
  for (; first < at; ++first) {
    flush(levels_[first]);
    levels_[first + 1].open = true;
    put(TypeMapEntry::Kind::loop, levels_[first + 1].count, levels_[first + 1].stride);
  }
}

void TypeMapBuilder::flush(Level &level) {
  for (unsigned i = 0; i < level.waiting; ++i) deliver(level.items[i]);
  level.waiting = 0;
}

void TypeMapBuilder::deliver(const Item &item) {
  if (item.rounds > 1) put(TypeMapEntry::Kind::loop, item.rounds, item.outer);
  if (!stopped_) {
    stopped_ = !sink_.entry({TypeMapEntry::Kind::run, item.basic, item.displacement, item.n, item.inner}, item.size);
  }
  if (item.rounds > 1) put(TypeMapEntry::Kind::end, 0, 0);
}

void TypeMapBuilder::put(TypeMapEntry::Kind kind, std::uint64_t count, std::int64_t stride) {
  if (!stopped_) stopped_ = !sink_.entry({kind, 0, 0, count, stride}, 0);
}

}  // namespace mpidbg::model
