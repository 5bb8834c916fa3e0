#pragma once
// Defines the table of live requests.

#include <cstdint>

#include "mpidbg/recorder/live_table.h"
#include "mpidbg/recorder/record_format.h"

namespace recorder {

// Defines the traits that the template in live_table.h requires for the table of requests.
struct RequestEntries {
  using Entry = mpidbg_record_request;
  // The handle of the request.
  using Key = std::uint64_t;
  static constexpr bool replaces_itself = true;
  static std::uint64_t number(Key request) { return request; }
  static bool same(const Entry &entry, Key request) { return entry.request == request; }
  static bool is_live(const Entry &entry) { return (entry.flags & MPIDBG_RECORD_LIVE) != 0; }
  static bool is_held(const Entry &entry) { return is_live(entry); }
  static bool is_unused(const Entry &entry) { return entry.flags == 0; }
  static std::int64_t ended_at(const Entry &entry) { return entry.time; }
  static void set_replaced(Entry &entry) {
    entry.flags = static_cast<std::uint16_t>((entry.flags & ~MPIDBG_RECORD_LIVE) | MPIDBG_RECORD_REPLACED);
  }
};
using RequestTable = LiveTable<RequestEntries>;

}  // namespace recorder
