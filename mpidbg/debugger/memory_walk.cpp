#include "mpidbg/debugger/memory_walk.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "mpidbg/base/checked.h"
#include "mpidbg/debugger/memory_runs.h"
#include "mpidbg/debugger/progress.h"

namespace mpidbg::debugger {

Status walk_memory(const Memory &memory, std::span<const AddressRange> all,
                   const std::function<void(std::span<const std::byte> piece, Address begin)> &visit,
                   std::uint64_t most_bytes) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 20;
  constexpr std::uint64_t smallest_page = 4096;
  std::vector<AddressRange> ranges;
  for (const AddressRange &range : all) {
    const std::vector<AddressRange> runs = memory_runs(memory, range);
    ranges.insert(ranges.end(), runs.begin(), runs.end());
  }
  std::uint64_t total = 0, done = 0;
  for (const AddressRange &range : ranges) {
    const auto sum = checked_add(total, range.end - range.begin);
    total = sum.value_or(UINT64_MAX);
  }
  if (total > most_bytes) {
    return Error{ErrorCode::unavailable, "the memory to search for objects has " + std::to_string(total) +
                                             " bytes, more than the limit of " + std::to_string(most_bytes)};
  }
  const std::unique_ptr<std::byte[]> buffer(new std::byte[piece_bytes]);
  for (const AddressRange &range : ranges) {
    // Positions are counted from the start of the range, because a range at the end of the address space has no end
    // address.
    const std::uint64_t padding = -range.begin.value() % 8;
    const std::uint64_t size = range.end - range.begin;
    for (std::uint64_t into = padding; into < size; into += piece_bytes) {
      const Address at = range.begin + into;
      if (!may_go_on(done, total)) {
        return Error{ErrorCode::unavailable, "the search for objects was cancelled"};
      }
      const std::size_t bytes = std::min<std::uint64_t>(piece_bytes, size - into);
      done += bytes;
      if (read_searched(memory, at, {buffer.get(), bytes})) {
        visit({buffer.get(), bytes}, at);
        continue;
      }
      // Part of the piece cannot be read, so it is read page by page.
      for (std::size_t offset = 0; offset < bytes;) {
        const std::size_t to_page_end = smallest_page - (at + offset).value() % smallest_page;
        const std::size_t part = std::min(to_page_end, bytes - offset);
        if (read_searched(memory, at + offset, {buffer.get(), part})) visit({buffer.get(), part}, at + offset);
        offset += part;
      }
    }
  }
  return {};
}

}  // namespace mpidbg::debugger
