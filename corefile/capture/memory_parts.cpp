#include "corefile/capture/memory_parts.h"

#include <algorithm>
#include <cstring>

namespace corefile {

namespace {

// The least number of zeros that are left out of the file. Leaving out fewer would not pay: each gap needs another
// segment, whose header takes 56 bytes.
constexpr std::size_t fewest_zeros = 128;

constexpr std::byte zero_bytes[most_zeros] = {};

bool is_zero(Bytes bytes) {
  return std::memcmp(bytes.data(), zero_bytes, bytes.size()) == 0;
}

// Returns how many bytes, starting at `at`, are zeros and lie in one of the ranges. Counts only complete blocks, and at
// most most_zeros.
std::size_t zeros_at(const MemoryCopy::Run &run, std::size_t at, const std::vector<AddressRange> &ranges) {
  const Bytes rest = Bytes(run.bytes).subspan(at);
  if (rest.size() < fewest_zeros || !is_zero(rest.first(block_bytes))) return 0;
  const Address address = run.address + at;
  const auto range =
      std::find_if(ranges.begin(), ranges.end(), [=](const AddressRange &one) { return one.contains(address); });
  if (range == ranges.end()) return 0;
  const std::size_t most = std::min<std::uint64_t>({rest.size(), range->end - address, most_zeros});
  std::size_t size = 0;
  while (most - size >= block_bytes && is_zero(rest.subspan(size, block_bytes))) size += block_bytes;
  return size;
}

}  // namespace

std::vector<MemoryPart> parts_of(const std::vector<MemoryCopy::Run> &runs,
                                 const std::vector<AddressRange> &private_memory) {
  std::vector<MemoryPart> parts;
  for (const MemoryCopy::Run &run : runs) {
    const Bytes all(run.bytes);
    std::size_t begin = 0;  // start of the bytes that no part contains yet
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t size = zeros_at(run, at, private_memory);
      if (size >= fewest_zeros) {
        parts.push_back({run.address + begin, all.subspan(begin, at - begin), size});
        begin = at + size;
      }
      at += std::max(size, std::size_t{block_bytes});
    }
    if (begin < all.size()) parts.push_back({run.address + begin, all.subspan(begin)});
  }
  return parts;
}

Bytes zeros(std::size_t size) {
  return Bytes(zero_bytes).first(std::min(size, most_zeros));
}

}  // namespace corefile
