#include "mpidbg/model/mpich/objects/live_objects.h"

#include <algorithm>

namespace mpidbg::model::mpich {

void LiveObjects::append(const LiveObjects &others) {
  for (const Block &block : others.blocks_) blocks_.push_back({size() + block.first, block.begin, block.object_bytes});
  handles_.insert(handles_.end(), others.handles_.begin(), others.handles_.end());
  seen_.insert(seen_.end(), others.seen_.begin(), others.seen_.end());
}

// Blocks without objects in use begin where the next one does.
PooledObject LiveObjects::operator[](std::size_t place) const {
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), place,
                                      [](std::size_t at, const Block &block) { return at < block.first; });
  return in_block(place, static_cast<std::size_t>(after - blocks_.begin()) - 1);
}

}  // namespace mpidbg::model::mpich
