#pragma once
// Defines the table of handles of all kinds except requests.

#include <cstdint>

#include "mpidbg/recorder/live_table.h"
#include "mpidbg/recorder/record_format.h"

namespace recorder {

// Identifies an entry. The kind is needed because handles of two kinds may have the same value.
struct HandleKey {
  // An mpidbg_record_kind.
  std::uint8_t kind;
  std::uint64_t handle;
};

// Defines the traits that the template in live_table.h requires for the table of handles.
struct HandleEntries {
  using Entry = mpidbg_record_handle;
  using Key = HandleKey;
  // False because an ended entry must be kept beside a new one with the same key; the two differ in their times.
  static constexpr bool replaces_itself = false;
  static std::uint64_t number(const Key &key) { return key.handle + key.kind; }
  static bool same(const Entry &entry, const Key &key) { return entry.handle == key.handle && entry.kind == key.kind; }
  static bool is_live(const Entry &entry) { return (entry.flags & MPIDBG_RECORD_LIVE) != 0; }
  static bool is_held(const Entry &entry) { return (entry.flags & (MPIDBG_RECORD_LIVE | MPIDBG_RECORD_KEPT)) != 0; }
  static bool is_unused(const Entry &entry) { return entry.flags == 0; }
  static std::int64_t ended_at(const Entry &entry) { return entry.freed; }
  static void set_replaced(Entry &entry) {
    entry.flags = static_cast<std::uint8_t>((entry.flags & ~MPIDBG_RECORD_LIVE) | MPIDBG_RECORD_REPLACED);
  }
};
using HandleTable = LiveTable<HandleEntries>;

}  // namespace recorder
