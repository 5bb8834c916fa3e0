#pragma once
// Defines the table of window locks that the program holds.

#include <cstdint>

#include "mpidbg/recorder/live_table.h"
#include "mpidbg/recorder/record_format.h"

namespace recorder {

// Identifies a lock by its window and its target.
struct LockKey {
  std::uint64_t window;
  // The rank of the target in the window; -1 for all ranks.
  std::int32_t rank;
};

// Defines the traits that the template in live_table.h requires for the table of locks.
struct LockEntries {
  using Entry = mpidbg_record_lock;
  using Key = LockKey;
  static constexpr bool replaces_itself = true;
  static std::uint64_t number(const Key &key) { return key.window + static_cast<std::uint32_t>(key.rank); }
  static bool same(const Entry &entry, const Key &key) { return entry.window == key.window && entry.rank == key.rank; }
  static bool is_live(const Entry &entry) { return (entry.flags & MPIDBG_RECORD_LIVE) != 0; }
  static bool is_held(const Entry &entry) { return is_live(entry); }
  static bool is_unused(const Entry &entry) { return entry.flags == 0; }
  static std::int64_t ended_at(const Entry &entry) { return entry.time; }
  static void set_replaced(Entry &entry) { entry.flags = MPIDBG_RECORD_REPLACED; }
};
using LockTable = LiveTable<LockEntries>;

}  // namespace recorder
