#include "mpidbg/debugger/stack_copy.h"

#include <utility>

#include "mpidbg/base/limits.h"

namespace mpidbg::debugger {

// Copies the stack with reads of many pages at a time, and of single pages near its end.
Result<StackCopy> copy_stack(const Memory &memory, Address top) {
  constexpr std::uint64_t page_bytes = 4096, most_at_once = 32 * page_bytes;
  StackCopy copy;
  copy.begin = Address((top.value() - 1) & ~(page_bytes - 1));
  std::vector<std::vector<std::byte>> pieces(1, std::vector<std::byte>(top - copy.begin));  // the highest one is first
  MPIDBG_TRY(memory.read(copy.begin, pieces.front(), "the stack"));
  for (std::uint64_t size = most_at_once; size >= page_bytes;) {
    std::vector<std::byte> below(size);
    if (copy.begin.value() < size || top - copy.begin + size > limits::read_bytes ||
        !memory.read(copy.begin - size, below, "the stack")) {
      size /= 2;
      continue;
    }
    copy.begin = copy.begin - size;
    pieces.push_back(std::move(below));
  }
  copy.bytes.reserve(top - copy.begin);
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
    copy.bytes.insert(copy.bytes.end(), piece->begin(), piece->end());
  return copy;
}

}  // namespace mpidbg::debugger
