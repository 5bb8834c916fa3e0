#pragma once
// Copies the library's descriptions of its variables, categories, event types and sources to the catalogue.

#include <cstdint>

namespace recorder {

// The numbers of items; -1 if the library has no such function or it failed.
struct MpitCounts {
  std::int32_t cvars = -1, pvars = -1, categories = -1, events = -1, sources = -1;
  std::int32_t category_update = -1;

  bool operator==(const MpitCounts &) const = default;
};
MpitCounts count_all();

// Describes everything again and appends what has changed. Items that the library refuses become inactive.
void describe_all(const MpitCounts &counts);

}  // namespace recorder
