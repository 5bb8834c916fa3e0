#pragma once
// Marks the blocks of the record whose entries were ever used, for readers to whom each byte is expensive. The marks
// are a table of the record (MPIDBG_RECORD_BLOCKS).

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

class UsedBlocks {
 public:
  // An object made by default marks nothing.
  UsedBlocks() = default;
  // `bytes` has one byte for each block from `origin` on. Bytes that are set are never cleared.
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
