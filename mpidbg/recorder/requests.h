#pragma once
// The table of requests. The caller holds LockedTables while it uses an entry.

#include <cstdint>

#include "mpidbg/recorder/handle_hash.h"
#include "mpidbg/recorder/record.h"

namespace recorder {

// An entry for a new request, all else zero; the caller fills it in, `flags` last. Takes the place of history, never of
// a live request; null if there is none but live ones (counted in the header).
inline mpidbg_record_request *claim_request(std::uint64_t request) {
  const std::uint32_t first = first_place(request);
  for (std::uint32_t i = 0; i < reach; ++i) {
    mpidbg_record_request &entry = record.requests[(first + i) & record.request_mask];
    if ((entry.flags & MPIDBG_RECORD_LIVE) != 0 && entry.request != request) continue;
    if (entry.flags != 0) ++record.header->history_lost;
    entry = {};
    entry.request = request;
    return &entry;
  }
  ++record.header->requests_not_recorded;
  return nullptr;
}

// Null: not recorded.
inline mpidbg_record_request *find_live_request(std::uint64_t request) {
  const std::uint32_t first = first_place(request);
  for (std::uint32_t i = 0; i < reach; ++i) {
    mpidbg_record_request &entry = record.requests[(first + i) & record.request_mask];
    if (entry.request == request && (entry.flags & MPIDBG_RECORD_LIVE) != 0) return &entry;
    if (entry.flags == 0) return nullptr;
  }
  return nullptr;
}

}  // namespace recorder
