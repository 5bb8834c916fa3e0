#pragma once
// A stack of the target, read at once.

#include <vector>

#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

struct StackCopy {
  Address begin{};  // the lowest address, a multiple of a page
  std::vector<std::byte> bytes;
};

// From `top` downward as far as it can be read, at most limits::read_bytes. Errors: unreadable.
Result<StackCopy> copy_stack(const Memory &memory, Address top);

}  // namespace mpidbg::debugger
