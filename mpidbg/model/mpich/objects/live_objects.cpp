#include "mpidbg/model/mpich/objects/live_objects.h"

#include <algorithm>
#include <numeric>

namespace mpidbg::model::mpich {

void LiveObjects::append(const LiveObjects &others) {
  for (const Block &block : others.blocks_) blocks_.push_back({size() + block.first, block.begin, block.object_bytes});
  handles_.insert(handles_.end(), others.handles_.begin(), others.handles_.end());
  seen_.insert(seen_.end(), others.seen_.begin(), others.seen_.end());
}

// Returns the object at an index. A block without objects in use has the same first index as the block after it.
PooledObject LiveObjects::operator[](std::size_t place) const {
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), place,
                                      [](std::size_t at, const Block &block) { return at < block.first; });
  return in_block(place, static_cast<std::size_t>(after - blocks_.begin()) - 1);
}

void LiveObjects::index_blocks() {
  by_address_.resize(blocks_.size());
  std::iota(by_address_.begin(), by_address_.end(), 0u);
  std::sort(by_address_.begin(), by_address_.end(),
            [this](std::uint32_t a, std::uint32_t b) { return blocks_[a].begin < blocks_[b].begin; });
}

std::optional<PooledObject> LiveObjects::at(Address object, std::size_t &block) const {
  if (const auto found = at_in(object, block)) return found;
  const auto after = std::upper_bound(by_address_.begin(), by_address_.end(), object,
                                      [this](Address at, std::uint32_t which) { return at < blocks_[which].begin; });
  if (after == by_address_.begin()) return std::nullopt;
  block = *std::prev(after);
  return at_in(object, block);
}

// Returns the object at an address in a block. The objects of a block are ordered by address. If none of them is free,
// the number of the object in the block is its index.
std::optional<PooledObject> LiveObjects::at_in(Address object, std::size_t block) const {
  if (block >= blocks_.size() || object < blocks_[block].begin) return std::nullopt;
  const std::size_t first = blocks_[block].first;
  const std::uint32_t bytes = blocks_[block].object_bytes;
  const std::size_t end = block + 1 < blocks_.size() ? blocks_[block + 1].first : handles_.size();
  const std::uint64_t offset = object - blocks_[block].begin;
  if (bytes == 0 ? offset != 0 : offset % bytes != 0) return std::nullopt;
  const std::uint64_t number = bytes == 0 ? 0 : offset / bytes;
  const auto number_at = [&](std::size_t place) {
    return bytes == 0 ? 0 : std::uint64_t{handles_[place] & layout::mpich::handle_index_mask};
  };
  if (number < end - first && number_at(first + number) == number) return in_block(first + number, block);
  std::size_t low = first, high = end;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    number_at(middle) < number ? low = middle + 1 : high = middle;
  }
  return low < end && number_at(low) == number ? std::optional(in_block(low, block)) : std::nullopt;
}

}  // namespace mpidbg::model::mpich
