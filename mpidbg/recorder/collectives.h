#pragma once
// Defines the table that counts the collective operations on each communicator.

#include <cstdint>

#include "mpidbg/recorder/live_table.h"
#include "mpidbg/recorder/record_format.h"

namespace recorder {

// Defines the traits that the template in live_table.h requires for the table of collective operations.
struct CollectiveEntries {
  using Entry = mpidbg_record_collectives;
  // The handle of the communicator.
  using Key = std::uint64_t;
  static constexpr bool replaces_itself = true;
  static std::uint64_t number(Key key) { return key; }
  static bool same(const Entry &entry, Key key) { return entry.communicator == key; }
  static bool is_live(const Entry &entry) { return (entry.flags & MPIDBG_RECORD_LIVE) != 0; }
  static bool is_held(const Entry &entry) { return is_live(entry); }
  static bool is_unused(const Entry &entry) { return entry.flags == 0; }
  static std::int64_t ended_at(const Entry &) { return 0; }
  static void set_replaced(Entry &entry) { entry.flags = MPIDBG_RECORD_REPLACED; }
};
using CollectiveTable = LiveTable<CollectiveEntries>;

}  // namespace recorder
