#pragma once
// Writes the effects of calls on requests to the table. Requests that are not recorded are ignored. The caller must
// hold LockedTables.

#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/frame.h"
#include "mpidbg/recorder/record.h"

namespace recorder {

// Returns the time of the call. Calls within other calls and calls made while recording is paused have no time yet; for
// these, the clock is read now.
inline std::int64_t time_of(const Doer &doer) {
  return doer.time != 0 ? doer.time : now();
}

inline void set_flags(mpidbg_record_request &entry, unsigned add, unsigned remove) {
  entry.flags = static_cast<std::uint16_t>((entry.flags & ~remove) | add);
}

// Records that the program has freed a request.
inline void request_freed(const Doer &doer, std::uint64_t request) {
  mpidbg_record_request *entry = record.requests.find(request);
  if (entry == nullptr) return;
  entry->time = time_of(doer);
  entry->site = doer.site;
  set_flags(*entry, MPIDBG_RECORD_FREED, MPIDBG_RECORD_LIVE);
  record.requests.release();
}

// Records that the call has completed a request: a persistent request becomes inactive, and any other request ends.
inline void request_ended(const Doer &doer, std::uint64_t request) {
  mpidbg_record_request *entry = record.requests.find(request);
  if (entry == nullptr) return;
  entry->time = time_of(doer);
  set_flags(*entry, MPIDBG_RECORD_COMPLETED, MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE);
  record.requests.release();
}

// Records that a persistent request is inactive again, because the call has completed it. Other requests stay
// unchanged.
inline void request_inactive(const Doer &doer, std::uint64_t request) {
  mpidbg_record_request *entry = record.requests.find(request);
  if (entry == nullptr || (entry->flags & MPIDBG_RECORD_PERSISTENT) == 0) return;
  if ((entry->flags & MPIDBG_RECORD_ACTIVE) == 0) return;
  entry->time = time_of(doer);
  set_flags(*entry, MPIDBG_RECORD_COMPLETED, MPIDBG_RECORD_ACTIVE);
}

// Records that MPI_Start or a similar call has started a request.
inline void request_started(const Doer &doer, std::uint64_t request) {
  mpidbg_record_request *entry = record.requests.find(request);
  if (entry == nullptr) return;
  entry->time = time_of(doer);
  set_flags(*entry, MPIDBG_RECORD_ACTIVE, MPIDBG_RECORD_COMPLETED | MPIDBG_RECORD_CANCELLED);
}

// Records that MPI_Cancel was called for a request.
inline void request_cancelled(std::uint64_t request) {
  if (mpidbg_record_request *entry = record.requests.find(request)) set_flags(*entry, MPIDBG_RECORD_CANCELLED, 0);
}

}  // namespace recorder
