#pragma once
// Reads a process's memory in complete pages (mpidbg/base/paged_memory.h), and decodes the words of the process's
// machine.

#include <utility>

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"
#include "mpidbg/base/paged_memory.h"

namespace corefile {

using mpidbg::ReadMemory;

class MemoryReader : public mpidbg::PagedMemory {
 public:
  // `read` is called with complete pages. `format` is that of the process.
  explicit MemoryReader(ReadMemory read, const ElfFormat &format = {})
      : PagedMemory(std::move(read)), format_(format) {}

  // The word size and byte order of the process.
  const ElfFormat &format() const { return format_; }

  // Reads a word of the process: an address, or a number of the same width.
  std::optional<std::uint64_t> word(Address address) {
    std::byte bytes[8];
    if (!read(address, bytes, format_.word_size())) return std::nullopt;
    return format_.word(bytes, 0);
  }

 private:
  ElfFormat format_;
};

}  // namespace corefile
