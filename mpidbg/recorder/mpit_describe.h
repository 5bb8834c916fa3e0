#pragma once
// The library's descriptions of its variables, categories, event types and sources, copied into the catalogue.

#include <cstdint>

namespace recorder {

// How many there are; -1: the library has no such function, or it failed.
struct MpitCounts {
  std::int32_t cvars = -1, pvars = -1, categories = -1, events = -1, sources = -1;
  std::int32_t category_update = -1;

  bool operator==(const MpitCounts &) const = default;
};
MpitCounts count_all();

// Everything, once more: what has changed since is appended. Those that the library refuses are inactive.
void describe_all(const MpitCounts &counts);

}  // namespace recorder
