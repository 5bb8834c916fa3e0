#pragma once
// Arithmetic on numbers of a hostile target: a result, or nothing where it does not fit.

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

// start + count * stride
inline std::optional<std::int64_t> checked_step(std::int64_t start, std::uint64_t count, std::int64_t stride) {
  const auto distance = checked_multiply(stride, count);
  return distance ? checked_add(start, *distance) : std::nullopt;
}

}  // namespace mpidbg
