#pragma once
// Splits memory into the segments of a capture. Long runs of zeros take no bytes in the file.
//
// A segment without bytes reads as zeros in all debuggers. For a mapped file, however, GDB prefers the contents of the
// file, so zeros are omitted only in private memory of the process.

#include <vector>

#include "corefile/base.h"
#include "corefile/capture/memory_blocks.h"

namespace corefile {

// The contents of one segment of a capture file.
struct MemoryPart {
  Address address;
  // The bytes that are written to the file; may be empty.
  Bytes bytes;
  // The number of zeros that follow the bytes in memory and need not be in the file.
  std::size_t zeros = 0;
};

// The limit for the zeros of one part, so that a single array of zeros can serve all parts.
inline constexpr std::size_t most_zeros = std::size_t{64} << 10;

// Splits runs of memory into parts, in the same order. The parts refer to the bytes of `runs`, which must outlive them.
// Zeros are omitted only in `private_memory`.
std::vector<MemoryPart> parts_of(const std::vector<MemoryCopy::Run> &runs,
                                 const std::vector<AddressRange> &private_memory);

// Returns an array of `size` zeros; `size` must not exceed most_zeros.
Bytes zeros(std::size_t size);

}  // namespace corefile
