#pragma once
// Reads the program headers of a module (an executable or a shared library) from the first page of its memory.

#include <cstdint>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

struct ElfSegment {
  // The type of the segment: PT_LOAD, PT_NOTE and so on.
  std::uint32_t type = 0;
  bool executable = false;
  // The addresses in the target of the bytes that the segment has in the file.
  AddressRange range;
};

// Returns the segments of the module whose first page is mapped at `load_address`. Errors: unreadable; not_found if the
// memory does not start with an ELF header, or if its table of program headers is implausible.
Result<std::vector<ElfSegment>> read_elf_segments(const Memory &memory, Address load_address);

}  // namespace mpidbg::debugger
