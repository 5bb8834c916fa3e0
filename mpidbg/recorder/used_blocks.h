#pragma once
// Which blocks of the record have entries that were ever used, for readers to whom each byte is expensive: a table of
// the record (MPIDBG_RECORD_BLOCKS).

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

class UsedBlocks {
 public:
  // Notes nothing.
  UsedBlocks() = default;
  // `bytes`: one for each block from `origin` on.
  UsedBlocks(const void *origin, unsigned char *bytes)
      : origin_(reinterpret_cast<std::uintptr_t>(origin)), bytes_(bytes) {}

  // Those that an entry touches, two at most; before it is written.
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
