#include "mpidbg/debugger/stack_copy.h"

#include <algorithm>

#include "mpidbg/base/limits.h"

namespace mpidbg::debugger {

// Many pages at a time; near the end of the stack one by one.
Result<StackCopy> copy_stack(const Memory &memory, Address top) {
  constexpr std::uint64_t page_bytes = 4096, most_at_once = 32 * page_bytes;
  StackCopy copy;
  copy.begin = Address((top.value() - 1) & ~(page_bytes - 1));
  copy.bytes.resize(top - copy.begin);
  MPIDBG_TRY(memory.read(copy.begin, copy.bytes, "the stack"));
  std::reverse(copy.bytes.begin(), copy.bytes.end());  // so that what is below can be appended
  std::vector<std::byte> below;
  for (std::uint64_t size = most_at_once; size >= page_bytes;) {
    below.resize(size);
    if (copy.begin.value() < size || copy.bytes.size() + size > limits::read_bytes ||
        !memory.read(copy.begin - size, below, "the stack")) {
      size /= 2;
      continue;
    }
    copy.begin = copy.begin - size;
    copy.bytes.insert(copy.bytes.end(), below.rbegin(), below.rend());
  }
  std::reverse(copy.bytes.begin(), copy.bytes.end());
  return copy;
}

}  // namespace mpidbg::debugger
