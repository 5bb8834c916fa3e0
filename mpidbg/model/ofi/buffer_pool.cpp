#include "mpidbg/model/ofi/buffer_pool.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/lists.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::View;
using namespace layout::ofi;

namespace {

constexpr std::uint64_t most_regions = 1u << 16;
constexpr std::uint64_t most_elements = 1u << 24;
constexpr std::uint64_t most_pitch = 1u << 24;  // bytes

Error damaged(Address place, const std::string &what) {
  return Error{ErrorCode::corrupt, what, place};
}

}  // namespace

Result<BufferPool::Shape> BufferPool::shape() const {
  MPIDBG_ASSIGN(pool, View<BufferPoolLayout>::read(memory_, layouts_.pool, pool_));
  Shape shape;
  shape.pitch = pool.get(&BufferPoolLayout::entry_size);
  shape.count = pool.get(&BufferPoolLayout::chunk_cnt);
  shape.is_indexed = (pool.get(&BufferPoolLayout::flags) & constants::bufpool_indexed) != 0;
  const std::uint64_t regions = pool.get(&BufferPoolLayout::region_cnt);
  const std::uint64_t header = layouts_.pool_header.byte_size;
  if (shape.pitch < header || shape.pitch > most_pitch || shape.count == 0 || shape.count > most_elements ||
      regions > most_regions || shape.count * regions > most_elements) {
    return damaged(pool_, "ofi_bufpool at " + hex(pool_) + " has " + std::to_string(regions) + " regions of " +
                              std::to_string(shape.count) + " elements of " + std::to_string(shape.pitch) + " bytes");
  }
  if (regions == 0) return shape;  // nothing was allocated yet
  MPIDBG_ASSIGN(table,
                memory_.read_pointers(pool.get(&BufferPoolLayout::region_table), regions, "ofi_bufpool.region_table"));
  for (std::size_t i = 0; i < table.size(); ++i) {
    MPIDBG_ASSIGN(region, View<BufferRegionLayout>::read(memory_, layouts_.pool_region, table[i]));
    if (region.get(&BufferRegionLayout::pool) != pool_ || region.get(&BufferRegionLayout::index) != i) {
      return damaged(table[i], "ofi_bufpool_region at " + hex(table[i]) + " is number " +
                                   std::to_string(region.get(&BufferRegionLayout::index)) + " of the pool at " +
                                   hex(region.get(&BufferRegionLayout::pool)) + " and not number " + std::to_string(i) +
                                   " of that at " + hex(pool_));
    }
    shape.regions.push_back({table[i], region.get(&BufferRegionLayout::mem_region)});
  }
  return shape;
}

Status BufferPool::check(std::uint64_t bytes) const {
  MPIDBG_ASSIGN(pool, View<BufferPoolLayout>::read(memory_, layouts_.pool, pool_));
  if (pool.get(&BufferPoolLayout::size) != bytes) {
    return damaged(pool_, "ofi_bufpool at " + hex(pool_) + " has elements of " +
                              std::to_string(pool.get(&BufferPoolLayout::size)) +
                              " bytes, and by the layouts they have " + std::to_string(bytes));
  }
  MPIDBG_ASSIGN(shape, this->shape());
  if (shape.regions.empty()) return {};
  const Region &first = shape.regions.front();
  const Address header = first.elements - layouts_.pool_header.byte_size;
  MPIDBG_ASSIGN(view, View<BufferHeaderLayout>::read(memory_, layouts_.pool_header, header));
  if (view.get(&BufferHeaderLayout::region) == first.region && view.get(&BufferHeaderLayout::index) == 0) return {};
  return damaged(header, "ofi_bufpool_hdr at " + hex(header) + " is not that of the first element of the region at " +
                             hex(first.region));
}

template <class Found>
Status BufferPool::walk_free(const Shape &shape, Found &&found) const {
  if (!shape.is_indexed) {
    return walk_singly_linked(memory_, layouts_.singly_linked, pool_ + layouts_.pool.free_entries.offset,
                              "ofi_bufpool.free_list", found);
  }
  for (const Region &region : shape.regions) {
    MPIDBG_TRY(walk_ring(memory_, layouts_.link, region.region + layouts_.pool_region.free_list.offset,
                         "ofi_bufpool_region.free_list", found));
  }
  return {};
}

Result<std::vector<Address>> BufferPool::in_use() const {
  MPIDBG_ASSIGN(shape, this->shape());
  const std::uint64_t header = layouts_.pool_header.byte_size;
  std::vector<bool> is_free(shape.count * shape.regions.size());
  // Elements by address, to find the number of a free one.
  std::vector<std::pair<Address, std::size_t>> by_address;
  for (std::size_t i = 0; i < shape.regions.size(); ++i) by_address.emplace_back(shape.regions[i].elements, i);
  std::sort(by_address.begin(), by_address.end());
  MPIDBG_TRY(walk_free(shape, [&](Address link) -> Status {
    const Address element = link + header;
    const auto after = std::upper_bound(by_address.begin(), by_address.end(), std::pair(element, SIZE_MAX));
    if (after != by_address.begin()) {
      const auto &[elements, region] = *std::prev(after);
      const std::uint64_t distance = element - elements;
      if (distance % shape.pitch == 0 && distance / shape.pitch < shape.count) {
        is_free[region * shape.count + distance / shape.pitch] = true;
        return {};
      }
    }
    return damaged(element, "the free element at " + hex(element) + " is in no region of ofi_bufpool at " + hex(pool_));
  }));
  std::vector<Address> used;
  for (std::size_t i = 0; i < is_free.size(); ++i) {
    if (is_free[i]) continue;
    const Region &region = shape.regions[i / shape.count];
    const Address element = region.elements + (i % shape.count) * shape.pitch;
    MPIDBG_ASSIGN(view, View<BufferHeaderLayout>::read(memory_, layouts_.pool_header, element - header));
    if (view.get(&BufferHeaderLayout::region) != region.region || view.get(&BufferHeaderLayout::index) != i) {
      return damaged(element, "the element at " + hex(element) + " has number " +
                                  std::to_string(view.get(&BufferHeaderLayout::index)) + " and not " +
                                  std::to_string(i));
    }
    used.push_back(element);
  }
  return used;
}

Result<Address> BufferPool::element(std::uint64_t number) const {
  MPIDBG_ASSIGN(shape, this->shape());
  const std::uint64_t region = number / shape.count;
  if (region < shape.regions.size()) return shape.regions[region].elements + (number % shape.count) * shape.pitch;
  return Error{ErrorCode::not_found, "ofi_bufpool at " + hex(pool_) + " has no element " + std::to_string(number),
               pool_};
}

}  // namespace mpidbg::model::ofi
