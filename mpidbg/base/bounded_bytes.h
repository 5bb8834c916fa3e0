#pragma once
// These functions take structs, arrays and strings out of a block of untrusted bytes, and succeed only if the item is
// entirely inside the block.
//
// Offsets, sizes and counts may have any value, as they may come from a damaged file. struct_at() returns a copy. All
// other results refer to the block and are valid as long as the block.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace mpidbg {

using Bytes = std::span<const std::byte>;

// Returns the bytes of the range, or an empty span if any part of it is outside the block.
inline Bytes subrange(Bytes bytes, std::uint64_t offset, std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return {};
  return bytes.subspan(offset, size);
}

// Returns a copy of the struct, which may be unaligned in the block; nullopt if any part of it is outside the block.
template <class T>
std::optional<T> struct_at(Bytes bytes, std::uint64_t offset) {
  static_assert(std::is_trivially_copyable_v<T>);
  const Bytes range = subrange(bytes, offset, sizeof(T));
  if (range.size() != sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, range.data(), sizeof value);
  return value;
}

// Returns the array, or an empty span if any part of it is outside the block or its first element is not aligned for T.
template <class T>
std::span<const T> array_at(Bytes bytes, std::uint64_t offset, std::uint64_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (count > bytes.size() / sizeof(T)) return {};
  const Bytes range = subrange(bytes, offset, count * sizeof(T));
  if (range.empty() || reinterpret_cast<std::uintptr_t>(range.data()) % alignof(T) != 0) return {};
  return {reinterpret_cast<const T *>(range.data()), count};
}

// The length in bytes of the longest string that is accepted. The longest C++ names in use have a few thousand bytes;
// without a limit, a damaged table could refer to the same long string again and again.
inline constexpr std::size_t longest_text = 16384;

// Returns the string up to its NUL; it is empty if there is no NUL within the block or within `longest_text` bytes.
inline std::string_view string_at(Bytes bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const char *const begin = reinterpret_cast<const char *>(bytes.data()) + offset;
  const void *const end = std::memchr(begin, 0, std::min<std::uint64_t>(bytes.size() - offset, longest_text));
  return end == nullptr ? std::string_view{} : std::string_view(begin, static_cast<const char *>(end) - begin);
}

}  // namespace mpidbg
