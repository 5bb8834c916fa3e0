#pragma once
// Where a handle's entry is looked for in a table of a power of two of entries: from a place that the handle gives,
// over the following ones. Only entries within this reach are used, so that a search ends.

#include <cstdint>

namespace recorder {

inline constexpr std::uint32_t reach = 64;

inline std::uint32_t first_place(std::uint64_t handle) {
  return static_cast<std::uint32_t>((handle * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

}  // namespace recorder
