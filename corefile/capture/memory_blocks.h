#pragma once
// Handles selected memory of a process in blocks of 64 bytes: sets of blocks, and copies of their contents.
//
// Blocks are used instead of pages, because the MPI library's objects are scattered over a heap among the program's
// data. A capture of complete pages would be several times as large and contain data that no answer needs.

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
// The number of blocks in a page. A mask of 64 bits has one bit for each block of a page.
inline constexpr std::uint64_t blocks_in_page = 64;

// A set of blocks of memory. Each block has block_bytes bytes and starts at a multiple of that size.
class BlockSet {
 public:
  // Adds each block that overlaps the range. A range that wraps around the address space is ignored.
  void add(Address address, std::uint64_t size);
  void add(const BlockSet &other);
  bool contains(Address address) const;

  // Maps page numbers to masks of the page's blocks in the set. The lowest bit is the first block.
  const std::map<std::uint64_t, std::uint64_t> &pages() const { return pages_; }

 private:
  std::map<std::uint64_t, std::uint64_t> pages_;
};

// Copies of blocks of a process's memory.
class MemoryCopy {
 public:
  struct Run {
    Address address;
    std::vector<std::byte> bytes;
  };

  // Reserves memory for the blocks of the set, to make take() faster.
  void prepare(const BlockSet &wanted);

  // Copies all blocks of the set, even those copied before. Also copies the other blocks in their pages: later answers
  // about a running process often need memory next to that of earlier answers. Blocks that cannot be read are
  // remembered as unreadable.
  void take(const BlockSet &wanted, const ReadMemory &read);

  // Calls change(bytes) for each stretch of adjacent copied pages; `change` may overwrite the bytes. Unreadable blocks
  // appear as zeros and stay unreadable.
  void change_stretches(const std::function<void(std::span<std::byte>)> &change);

  // Copies bytes into `buffer`: at most `size`, and only as many as take() has copied. Returns their number.
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) const;

  // Returns true if each block of `wanted` has been copied, was unreadable, or is outside of `readable`. The ranges
  // must be ordered by address.
  bool knows(const BlockSet &wanted, const std::vector<AddressRange> &readable) const;

  // Returns the blocks of the set that have been copied, ordered by address, with neighbours combined.
  std::vector<Run> runs(const BlockSet &wanted) const;
  // Returns copied blocks of `wanted`, with their contents in this copy. A block is left out only if it is in `kept`
  // and `later` has the same contents.
  std::vector<Run> runs_changed(const BlockSet &wanted, const BlockSet &kept, const MemoryCopy &later) const;
  // Returns those parts of the ranges that take() was asked to copy and has copied.
  std::vector<AddressRange> present_in(const std::vector<AddressRange> &ranges) const;

 private:
  struct Page {
    // Masks of the page's blocks: requested, copied, and unreadable ones. The lowest bit is the first block.
    std::uint64_t wanted = 0, here = 0, unreadable = 0;
    std::array<std::byte, block_bytes * blocks_in_page> bytes{};
  };

  static void take_blocks(std::uint64_t number, Page &page, const ReadMemory &read);

  std::map<std::uint64_t, Page> pages_;
};

}  // namespace corefile
