#pragma once
// These functions do checked arithmetic with numbers that come from a hostile target. Each function returns nullopt if
// the exact result does not fit into the result type.

#include <cstdint>
#include <optional>

namespace mpidbg {

inline std::optional<std::int64_t> checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

inline std::optional<std::int64_t> checked_subtract(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
  return result;
}

inline std::optional<std::uint64_t> checked_add(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

inline std::optional<std::uint64_t> checked_multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

inline std::optional<std::int64_t> checked_multiply(std::int64_t a, std::uint64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

// Computes start + count * stride, the place of element `count` of an array whose elements are `stride` bytes apart.
inline std::optional<std::int64_t> checked_step(std::int64_t start, std::uint64_t count, std::int64_t stride) {
  const auto distance = checked_multiply(stride, count);
  return distance ? checked_add(start, *distance) : std::nullopt;
}

}  // namespace mpidbg
