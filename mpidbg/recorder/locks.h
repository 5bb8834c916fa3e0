#pragma once
// The table of the window locks that are held.

#include <cstdint>

#include "mpidbg/recorder/live_table.h"
#include "mpidbg/recorder/record_format.h"

namespace recorder {

// A lock is identified by its window and target.
struct LockKey {
  std::uint64_t window;
  // -1 for all ranks.
  std::int32_t rank;
};

// The traits of the table; see live_table.h.
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
