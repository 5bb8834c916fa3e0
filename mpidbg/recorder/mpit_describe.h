#pragma once
// Copies the library's descriptions of its variables, categories, event types and sources to the catalogue.

#include <cstdint>

namespace recorder {

// Holds the number of items of each kind; -1 if the library lacks the function that returns it or the function failed.
struct MpitCounts {
  std::int32_t cvars = -1, pvars = -1, categories = -1, events = -1, sources = -1;
  std::int32_t category_update = -1;

  bool operator==(const MpitCounts &) const = default;
};
MpitCounts count_all();

// Describes all items again, and appends those that have changed. Items that the library refuses to describe become
// inactive.
void describe_all(const MpitCounts &counts);

}  // namespace recorder
