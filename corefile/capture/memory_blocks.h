#pragma once
// Sparse memory of a process, in blocks of 64 bytes: which blocks, and copies of them.
//
// Blocks and not pages, because the library's objects are scattered over a heap between the program's data: a capture
// of the pages would be several times as large, and have data in it that no answer needs.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "corefile/base.h"
#include "corefile/process/memory_reader.h"

namespace corefile {

inline constexpr std::uint64_t block_bytes = 64;
inline constexpr std::uint64_t blocks_in_page = 64;  // as many as a mask has bits

class BlockSet {
 public:
  // Every block of which any byte is in the range. A range that wraps around the address space is left out.
  void add(Address address, std::uint64_t size);
  void add(const BlockSet &other);
  bool contains(Address address) const;

  // Page number -> mask, the lowest bit for the first block.
  const std::map<std::uint64_t, std::uint64_t> &pages() const { return pages_; }

 private:
  std::map<std::uint64_t, std::uint64_t> pages_;
};

class MemoryCopy {
 public:
  struct Run {
    Address address;
    std::vector<std::byte> bytes;
  };

  // Makes room for the blocks of the set, so that take() of it takes less time.
  void prepare(const BlockSet &wanted);

  // Copies the blocks of the set anew, and what else is in their pages: a process that goes on needs memory beside that
  // which it needed before. Blocks that cannot be read are remembered as such.
  void take(const BlockSet &wanted, const ReadMemory &read);

  // Calls change(bytes) for each stretch of pages beside each other. What could not be read is zeros, and stays unread.
  void change_stretches(const std::function<void(std::span<std::byte>)> &change);

  // Copies up to `size` bytes; how many are there.
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) const;

  // Whether all blocks of the set are here, could not be read, or are outside of the ranges, which are by address.
  bool knows(const BlockSet &wanted, const std::vector<AddressRange> &readable) const;

  // The blocks of the set that are here, by address; neighbours together.
  std::vector<Run> runs(const BlockSet &wanted) const;
  // Those that are different in the blocks `kept` of `later`, or not there.
  std::vector<Run> runs_changed(const BlockSet &wanted, const BlockSet &kept, const MemoryCopy &later) const;
  // The parts of the ranges that are here and were in the sets.
  std::vector<AddressRange> present_in(const std::vector<AddressRange> &ranges) const;

 private:
  struct Page {
    std::uint64_t wanted = 0, here = 0, unreadable = 0;  // masks of blocks
    std::array<std::byte, block_bytes * blocks_in_page> bytes{};
  };

  static void take_blocks(std::uint64_t number, Page &page, const ReadMemory &read);

  std::map<std::uint64_t, Page> pages_;
};

}  // namespace corefile
