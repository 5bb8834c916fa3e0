#pragma once
// Marks the blocks of the record whose entries were ever used, so that readers with slow access can skip the others.
// The marks are a table of the record (MPIDBG_RECORD_BLOCKS).

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

class UsedBlocks {
 public:
  // The default constructor makes an object that marks nothing.
  UsedBlocks() = default;
  // `bytes` contains one byte for each block. The first block starts at address `origin`. A byte that is set is never
  // cleared.
  UsedBlocks(const void *origin, unsigned char *bytes)
      : origin_(reinterpret_cast<std::uintptr_t>(origin)), bytes_(bytes) {}

  // Marks the blocks that an entry touches, at most two. Must be called before the entry is written.
  void note(const void *entry, std::size_t size) const {
    if (bytes_ == nullptr) return;
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(entry) - origin_;
    bytes_[at / MPIDBG_RECORD_BLOCK_BYTES] = 1;
    bytes_[(at + size - 1) / MPIDBG_RECORD_BLOCK_BYTES] = 1;
  }

 private:
  std::uintptr_t origin_ = 0;
  unsigned char *bytes_ = nullptr;
};

}  // namespace recorder
