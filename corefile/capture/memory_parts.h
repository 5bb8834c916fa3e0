#pragma once
// Memory as the segments of a capture: long runs of zeros have no bytes in the file.
//
// A segment without bytes reads as zeros in every debugger. Of a mapped file GDB prefers the contents of the file, so
// that only zeros in memory that is the process's alone are left out.

#include <vector>

#include "corefile/base.h"
#include "corefile/capture/memory_blocks.h"

namespace corefile {

struct MemoryPart {
  Address address;
  Bytes bytes;            // of the run, without the zeros; may be empty
  std::size_t zeros = 0;  // behind the bytes, which need not be in the file
};

// No part has more zeros, so that all of them can be views of the same bytes.
inline constexpr std::size_t most_zeros = std::size_t{64} << 10;

// In the order of the runs, whose bytes the parts refer to.
std::vector<MemoryPart> parts_of(const std::vector<MemoryCopy::Run> &runs,
                                 const std::vector<AddressRange> &private_memory);

// `size` zeros, at most most_zeros.
Bytes zeros(std::size_t size);

}  // namespace corefile
