#pragma once
// Sparse memory of a process, in blocks of 64 bytes: which blocks, and copies of them.
//
// Blocks and not pages, because the library's objects are scattered over a heap between the program's data: a capture
// of the pages would be several times as large, and have data in it that no answer needs.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
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

  // Copies the blocks of the set anew. Those that cannot be read are remembered as such.
  void take(const BlockSet &wanted, const ReadMemory &read);

  // Copies up to `size` bytes; how many are there.
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) const;

  // Whether all blocks of the set are here or could not be read.
  bool knows(const BlockSet &wanted) const;

  // The blocks of the set that are here, by address; neighbours together.
  std::vector<Run> runs(const BlockSet &wanted) const;
  // Those that are different in the blocks `kept` of `later`, or not there.
  std::vector<Run> runs_changed(const BlockSet &wanted, const BlockSet &kept, const MemoryCopy &later) const;
  // The parts of the ranges that are here.
  std::vector<AddressRange> present_in(const std::vector<AddressRange> &ranges) const;

 private:
  struct Page {
    std::uint64_t here = 0, unreadable = 0;  // masks of blocks
    std::array<std::byte, block_bytes * blocks_in_page> bytes;
  };

  std::map<std::uint64_t, Page> pages_;
};

}  // namespace corefile
