#include "mpidbg/recorder/effects.h"

#include <cstring>

#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/handles.h"
#include "mpidbg/recorder/requests.h"
#include "mpidbg/recorder/table_lock.h"

namespace recorder {

std::int64_t time_of(Frame &frame) {
  if (frame.time == 0) frame.time = now();
  return frame.time;
}

void created(Frame &frame, mpidbg_record_kind kind, std::uint64_t handle, bool shared, unsigned words) {
  frame.subject = handle;
  const LockedTables locked;
  if (mpidbg_record_handle *known = shared ? find_live_handle(kind, handle) : nullptr) {
    ++known->given;
    return;
  }
  mpidbg_record_handle *entry = claim_handle(kind, handle);
  if (entry == nullptr) return;
  entry->created_at = frame.site;
  entry->created = time_of(frame);
  entry->created_by = frame.call;
  entry->parent = frame.parent;
  entry->given = 1;
  if (frame.name != nullptr) entry->name = add_name(kind, handle, frame.name, frame.name_length);
  if (words > MPIDBG_RECORD_HANDLE_ARGUMENTS) words = MPIDBG_RECORD_HANDLE_ARGUMENTS;
  std::memcpy(entry->arguments, frame.thread->arguments, words * sizeof entry->arguments[0]);
  const unsigned flags = MPIDBG_RECORD_LIVE | (frame.fortran ? MPIDBG_RECORD_FORTRAN : 0);
  __atomic_store_n(&entry->flags, static_cast<std::uint8_t>(flags), __ATOMIC_RELEASE);
}

void freed(Frame &frame, mpidbg_record_kind kind, std::uint64_t handle) {
  const LockedTables locked;
  mpidbg_record_handle *entry = find_live_handle(kind, handle);
  if (entry == nullptr) return;
  if (entry->given > 1) {
    --entry->given;
    return;
  }
  entry->given = 0;
  entry->freed_at = frame.site;
  entry->freed = time_of(frame);
  entry->freed_by = frame.call;
  entry->flags = static_cast<std::uint8_t>((entry->flags & ~MPIDBG_RECORD_LIVE) | MPIDBG_RECORD_FREED);
}

void synchronised(Frame &frame, std::uint64_t window) {
  const LockedTables locked;
  mpidbg_record_handle *entry = find_live_handle(MPIDBG_RECORD_WIN, window);
  if (entry == nullptr) return;
  entry->last_used = time_of(frame);
  entry->last_use_argument = frame.sync_number;
  entry->last_use = frame.call;
}

namespace {

void set_flags(mpidbg_record_request &entry, unsigned add, unsigned remove) {
  entry.flags = static_cast<std::uint16_t>((entry.flags & ~remove) | add);
}

}  // namespace

void request_freed(Frame &frame, std::uint64_t request) {
  const LockedTables locked;
  mpidbg_record_request *entry = find_live_request(request);
  if (entry == nullptr) return;
  entry->time = time_of(frame);
  entry->site = frame.site;
  set_flags(*entry, MPIDBG_RECORD_FREED, MPIDBG_RECORD_LIVE);
}

void request_ended(Frame &frame, std::uint64_t request) {
  const LockedTables locked;
  mpidbg_record_request *entry = find_live_request(request);
  if (entry == nullptr) return;
  entry->time = time_of(frame);
  set_flags(*entry, MPIDBG_RECORD_COMPLETED, MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE);
}

void request_inactive(Frame &frame, std::uint64_t request) {
  const LockedTables locked;
  mpidbg_record_request *entry = find_live_request(request);
  if (entry == nullptr || (entry->flags & MPIDBG_RECORD_PERSISTENT) == 0) return;
  if ((entry->flags & MPIDBG_RECORD_ACTIVE) == 0) return;
  entry->time = time_of(frame);
  set_flags(*entry, MPIDBG_RECORD_COMPLETED, MPIDBG_RECORD_ACTIVE);
}

void request_started(Frame &frame, std::uint64_t request) {
  const LockedTables locked;
  mpidbg_record_request *entry = find_live_request(request);
  if (entry == nullptr) return;
  entry->time = time_of(frame);
  set_flags(*entry, MPIDBG_RECORD_ACTIVE, MPIDBG_RECORD_COMPLETED | MPIDBG_RECORD_CANCELLED);
}

void request_cancelled(Frame &, std::uint64_t request) {
  const LockedTables locked;
  if (mpidbg_record_request *entry = find_live_request(request)) set_flags(*entry, MPIDBG_RECORD_CANCELLED, 0);
}

}  // namespace recorder
