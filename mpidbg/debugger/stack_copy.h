#pragma once
// Copies a stack of the target, so that it can be searched without further reads.

#include <vector>

#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

struct StackCopy {
  // The lowest address that was copied, a multiple of the page size.
  Address begin{};
  std::vector<std::byte> bytes;
};

// Copies the stack from `top` downward to the first page that cannot be read, at most limits::read_bytes. The byte at
// `top` itself is not copied. Errors: unreadable if the page below `top` cannot be read.
Result<StackCopy> copy_stack(const Memory &memory, Address top);

}  // namespace mpidbg::debugger
