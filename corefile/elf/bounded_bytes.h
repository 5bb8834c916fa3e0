#pragma once
// Structs and arrays inside a block of foreign bytes, handed out only if they lie within it and are aligned.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace corefile {

using Bytes = std::span<const std::byte>;

// Empty if any of it lies outside.
inline Bytes subrange(Bytes bytes, std::uint64_t offset, std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return {};
  return bytes.subspan(offset, size);
}

template <class T>
std::optional<T> struct_at(Bytes bytes, std::uint64_t offset) {
  const Bytes range = subrange(bytes, offset, sizeof(T));
  if (range.size() != sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, range.data(), sizeof value);
  return value;
}

// Empty if any of it lies outside or the first element is not aligned.
template <class T>
std::span<const T> array_at(Bytes bytes, std::uint64_t offset, std::uint64_t count) {
  if (count > bytes.size() / sizeof(T)) return {};
  const Bytes range = subrange(bytes, offset, count * sizeof(T));
  if (range.empty() || reinterpret_cast<std::uintptr_t>(range.data()) % alignof(T) != 0) return {};
  return {reinterpret_cast<const T *>(range.data()), count};
}

// Up to the NUL; empty if there is none within the bytes.
inline std::string_view string_at(Bytes bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const char *const begin = reinterpret_cast<const char *>(bytes.data()) + offset;
  const void *const end = std::memchr(begin, 0, bytes.size() - offset);
  return end == nullptr ? std::string_view{} : std::string_view(begin, static_cast<const char *>(end) - begin);
}

}  // namespace corefile
