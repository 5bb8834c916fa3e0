#pragma once
// Structs, arrays and texts inside a block of foreign bytes, handed out only if they are entirely in it.
//
// Offsets, sizes and counts may be anything that a damaged file says. What is handed out refers to the block, except
// for the copy that struct_at() makes.

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

// Empty if any of it is outside.
inline Bytes subrange(Bytes bytes, std::uint64_t offset, std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return {};
  return bytes.subspan(offset, size);
}

// A copy, so that it need not be aligned; nothing if any of it is outside.
template <class T>
std::optional<T> struct_at(Bytes bytes, std::uint64_t offset) {
  static_assert(std::is_trivially_copyable_v<T>);
  const Bytes range = subrange(bytes, offset, sizeof(T));
  if (range.size() != sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, range.data(), sizeof value);
  return value;
}

// Empty if any of it is outside or the first element is not aligned.
template <class T>
std::span<const T> array_at(Bytes bytes, std::uint64_t offset, std::uint64_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (count > bytes.size() / sizeof(T)) return {};
  const Bytes range = subrange(bytes, offset, count * sizeof(T));
  if (range.empty() || reinterpret_cast<std::uintptr_t>(range.data()) % alignof(T) != 0) return {};
  return {reinterpret_cast<const T *>(range.data()), count};
}

// The longest C++ names in use have some thousand bytes; a damaged table may name the same long text again and again.
inline constexpr std::size_t longest_text = 16384;

// Up to the NUL; empty if there is none within the bytes, or none within `longest_text`.
inline std::string_view string_at(Bytes bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const char *const begin = reinterpret_cast<const char *>(bytes.data()) + offset;
  const void *const end = std::memchr(begin, 0, std::min<std::uint64_t>(bytes.size() - offset, longest_text));
  return end == nullptr ? std::string_view{} : std::string_view(begin, static_cast<const char *>(end) - begin);
}

}  // namespace mpidbg
