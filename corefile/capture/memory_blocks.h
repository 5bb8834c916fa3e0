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
// The number of blocks in a page, each of which has one bit in a mask of 64 bits.
inline constexpr std::uint64_t blocks_in_page = 64;

// A set of blocks of memory, each of block_bytes bytes at a multiple of that size.
class BlockSet {
 public:
  // Adds each block of which any byte is in the range. A range that wraps around the address space is ignored.
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

  // Copies the blocks of the set, even those copied before, and the other blocks in their pages, because later answers
  // about a running process often need memory next to the memory that earlier answers needed. Blocks that cannot be
  // read are remembered as unreadable.
  void take(const BlockSet &wanted, const ReadMemory &read);

  // Calls change(bytes) for each stretch of adjacent copied pages; `change` may overwrite the bytes. Unreadable blocks
  // appear as zeros and stay unreadable.
  void change_stretches(const std::function<void(std::span<std::byte>)> &change);

  // Copies up to `size` bytes into `buffer`, as far as take() has copied them, and returns their number.
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) const;

  // Returns true if each block of `wanted` has been copied, was unreadable, or is outside of `readable`, whose ranges
  // are ordered by address.
  bool knows(const BlockSet &wanted, const std::vector<AddressRange> &readable) const;

  // Returns the blocks of the set that have been copied, ordered by address, with neighbours combined.
  std::vector<Run> runs(const BlockSet &wanted) const;
  // Returns those copied blocks of `wanted` of which `later` has other contents or no copy, or that are not in `kept`,
  // with their contents in this copy.
  std::vector<Run> runs_changed(const BlockSet &wanted, const BlockSet &kept, const MemoryCopy &later) const;
  // Returns the parts of the ranges whose blocks take() was asked to copy and has copied.
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
