#pragma once
// The memory of a process by pages (mpidbg/base/paged_memory.h), with the words of its machine.

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"
#include "mpidbg/base/paged_memory.h"

namespace corefile {

using mpidbg::ReadMemory;

class MemoryReader : public mpidbg::PagedMemory {
 public:
  explicit MemoryReader(ReadMemory read, const ElfFormat &format = {})
      : PagedMemory(std::move(read)), format_(format) {}

  // The format of the process.
  const ElfFormat &format() const { return format_; }

  // A word of the process: an address or a number as wide.
  std::optional<std::uint64_t> word(Address address) {
    std::byte bytes[8];
    if (!read(address, bytes, format_.word_size())) return std::nullopt;
    return format_.word(bytes, 0);
  }

 private:
  ElfFormat format_;
};

}  // namespace corefile
