#pragma once
// A bounded cache of target memory, in pages of 4 KiB, over Target::read_up_to.
//
// A miss right behind or before what one of the last few misses read, in either direction, reads a run of pages,
// because there a walk goes on in order, maybe one of several; any other miss reads what was asked for and no more,
// because objects are scattered over a heap. No page is read again while the pages read since fit into the capacity;
// then the least recently used one makes room. A read of more than a 32nd of the capacity is not kept. If a page
// cannot be read, the cache falls back to reading exactly the requested range.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mqs_shim/host/target.h"

namespace mqs_shim {

class PageCache {
 public:
  struct Statistics {
    std::uint64_t reads = 0;        // asked for
    std::uint64_t hits = 0;         // answered without the target
    std::uint64_t round_trips = 0;  // Target::read_up_to calls
    std::uint64_t bytes = 0;        // that these delivered
  };

  // Bytes kept, whatever the size of the target: for one answer, and for many about a target that stands still.
  static constexpr std::size_t small_capacity = std::size_t{6} << 20;
  static constexpr std::size_t large_capacity = std::size_t{64} << 20;

  PageCache(Target &target, std::size_t capacity);

  // All of it, or false and an unspecified part of it.
  bool read(Address address, void *buffer, std::size_t size);
  // The same of memory that is searched: the target is not told that it is wanted.
  bool read_searched(Address address, void *buffer, std::size_t size);

  // After the target ran.
  void drop();

  const Statistics &statistics() const { return statistics_; }

 private:
  static constexpr std::size_t page_size = 4096;
  static constexpr std::size_t run_pages = 4;    // read ahead where a walk goes on
  static constexpr std::size_t most_pages = 64;  // of one round trip
  static constexpr std::uint64_t no_page = ~std::uint64_t{0};
  using Index = std::uint32_t;  // of a slot
  static constexpr Index none = ~Index{0};

  // What was read last of a walk: pages from `begin` up to, without it, `end`.
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

  // A page that is kept. Any page can be in any slot: places where memory often begins, such as multiples of 16 MiB,
  // must not drive each other out.
  struct Slot {
    std::uint64_t page;
    Index next;          // in the same bucket
    Index older, newer;  // by last use
  };

  Target &target_;
  const std::size_t capacity_;
  const Index slot_count_;
  std::unique_ptr<Slot[]> slots_;  // slots and pages: touched, and so resident, only where used
  std::unique_ptr<std::byte[]> pages_;
  std::vector<Index> buckets_;  // a power of two of them: the first slot of each
  Index used_ = 0;
  Index oldest_ = none, newest_ = none;
  std::unique_ptr<std::byte[]> run_;
  std::array<Walk, 4> walks_;
  std::size_t next_walk_ = 0;  // the one that was begun first
  std::uint64_t recent_page_ = no_page;
  const std::byte *recent_ = nullptr;
  Statistics statistics_;
};

}  // namespace mqs_shim
