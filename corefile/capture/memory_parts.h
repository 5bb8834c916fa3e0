#pragma once
// Splits memory into the segments of a capture. Long runs of zeros take no bytes in the file.
//
// A segment without bytes reads as zeros in all debuggers. For a mapped file, however, GDB prefers the contents of the
// file, so zeros are omitted only in private memory of the process.

#include <vector>

#include "corefile/base.h"
#include "corefile/capture/memory_blocks.h"

namespace corefile {

// Contents of one segment of a capture file.
struct MemoryPart {
  Address address;
  // The bytes of the run without the zeros; may be empty.
  Bytes bytes;
  // The number of zeros behind the bytes, which need not be in the file.
  std::size_t zeros = 0;
};

// The limit for the zeros of a part, so that all parts can be views of the same bytes.
inline constexpr std::size_t most_zeros = std::size_t{64} << 10;

// Returns the parts in the order of the runs, to whose bytes they refer.
std::vector<MemoryPart> parts_of(const std::vector<MemoryCopy::Run> &runs,
                                 const std::vector<AddressRange> &private_memory);

// Returns `size` zeros, at most most_zeros.
Bytes zeros(std::size_t size);

}  // namespace corefile
