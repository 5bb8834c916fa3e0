#pragma once
// Caches target memory in pages of 4 KiB, up to a capacity, on top of Target::read_up_to.
//
// A miss next to one of the last few missed ranges, in either direction, reads several pages at once, because such
// misses belong to a walk through consecutive memory. Any other miss reads only the pages that contain the requested
// range, as objects are scattered over the heap. The least recently used page is replaced. A read of more than 1/32 of
// the capacity is not cached. If a page cannot be read, the cache falls back to reading exactly the requested range.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mqs_shim/host/target.h"

namespace mqs_shim {

// Caches the memory of one target. drop() must be called after the target ran.
class PageCache {
 public:
  // Counts accesses since the cache was created.
  struct Statistics {
    std::uint64_t reads = 0;        // requests of callers
    std::uint64_t hits = 0;         // requests that needed no access to the target
    std::uint64_t round_trips = 0;  // calls of Target::read_up_to
    std::uint64_t bytes = 0;        // bytes that Target::read_up_to returned
  };

  // The capacity in bytes does not depend on the target's size: small_capacity is for one answer, large_capacity for
  // many answers about a target that does not run in between.
  static constexpr std::size_t small_capacity = std::size_t{6} << 20;
  static constexpr std::size_t large_capacity = std::size_t{64} << 20;

  // The target must outlive the cache.
  PageCache(Target &target, std::size_t capacity);

  // Reads all `size` bytes and returns true; otherwise returns false, and the contents of `buffer` are unspecified.
  bool read(Address address, void *buffer, std::size_t size);
  // Reads like read(), but does not call Target::note_wanted, because the memory is only searched.
  bool read_searched(Address address, void *buffer, std::size_t size);

  // Forgets all pages. Must be called after the target ran.
  void drop();

  const Statistics &statistics() const { return statistics_; }

 private:
  static constexpr std::size_t page_size = 4096;
  static constexpr std::size_t run_pages = 4;    // pages that are read ahead during a walk
  static constexpr std::size_t most_pages = 64;  // limit for one round trip
  static constexpr std::uint64_t no_page = ~std::uint64_t{0};
  using Index = std::uint32_t;  // number of a slot
  static constexpr Index none = ~Index{0};

  // Describes a walk through consecutive memory by the range of pages that it has read last: [begin, end).
  struct Walk {
    std::uint64_t begin = no_page, end = no_page;
  };

  const std::byte *find(std::uint64_t page);
  std::size_t fetch(std::uint64_t page, std::size_t count);
  std::size_t missing_before(std::uint64_t page);
  const std::byte *load(std::uint64_t page, std::size_t wanted);
  std::byte *make_room(std::uint64_t page);
  bool read_exactly(Address address, void *buffer, std::size_t size);
  std::byte *bytes_of(Index slot) const { return pages_.get() + slot * page_size; }
  Index &bucket_of(std::uint64_t page);
  void unlink(Index slot);
  void make_newest(Index slot);

  // Describes a cached page. Any page can be in any slot, because allocations often begin at multiples of large powers
  // of two, such as 16 MiB, and such pages must not replace each other.
  struct Slot {
    std::uint64_t page;
    Index next;          // next slot in the same bucket
    Index older, newer;  // neighbours in the order of use
  };

  Target &target_;
  const std::size_t capacity_;
  const Index slot_count_;
  std::unique_ptr<Slot[]> slots_;  // memory of slots and pages becomes resident only when it is used
  std::unique_ptr<std::byte[]> pages_;
  std::vector<Index> buckets_;  // first slot of each bucket; the number of buckets is a power of two
  Index used_ = 0;
  Index oldest_ = none, newest_ = none;
  std::unique_ptr<std::byte[]> run_;
  std::array<Walk, 4> walks_;
  std::size_t next_walk_ = 0;  // the next new walk replaces walks_[next_walk_ % 4]
  std::uint64_t recent_page_ = no_page;
  const std::byte *recent_ = nullptr;
  Statistics statistics_;
};

}  // namespace mqs_shim
