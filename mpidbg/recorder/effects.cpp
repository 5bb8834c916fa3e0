#include "mpidbg/recorder/effects.h"

#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/handles.h"
#include "mpidbg/recorder/requests.h"
#include "mpidbg/recorder/table_lock.h"

namespace recorder {

namespace {

// Calls within others, and while the record is paused, have not been timed.
std::int64_t time_of(const Doer &doer) {
  return doer.time != 0 ? doer.time : now();
}

}  // namespace

void created(const Doer &doer, const Creation &creation) {
  const LockedTables locked;
  if (creation.shared) {
    if (mpidbg_record_handle *known = find_live_handle(creation.kind, creation.handle)) {
      ++known->given;
      return;
    }
  }
  mpidbg_record_handle *entry = claim_handle(creation.kind, creation.handle);
  if (entry == nullptr) return;
  entry->created_at = doer.site;
  entry->created = time_of(doer);
  entry->created_by = doer.call;
  entry->parent = creation.parent;
  entry->given = 1;
  if (creation.name != nullptr)
    entry->name = add_name(creation.kind, creation.handle, creation.name, creation.name_length);
  for (unsigned i = 0; i < creation.argument_count && i < MPIDBG_RECORD_HANDLE_ARGUMENTS; ++i)
    entry->arguments[i] = creation.arguments[i];
  const unsigned flags = MPIDBG_RECORD_LIVE | (creation.fortran ? MPIDBG_RECORD_FORTRAN : 0);
  __atomic_store_n(&entry->flags, static_cast<std::uint8_t>(flags), __ATOMIC_RELEASE);
}

void freed(const Doer &doer, mpidbg_record_kind kind, std::uint64_t handle) {
  const LockedTables locked;
  mpidbg_record_handle *entry = find_live_handle(kind, handle);
  if (entry == nullptr) return;
  if (entry->given > 1) {
    --entry->given;
    return;
  }
  entry->given = 0;
  entry->freed_at = doer.site;
  entry->freed = time_of(doer);
  entry->freed_by = doer.call;
  entry->flags = static_cast<std::uint8_t>((entry->flags & ~MPIDBG_RECORD_LIVE) | MPIDBG_RECORD_FREED);
}

void synchronised(const Doer &doer, std::uint64_t window, std::int32_t number) {
  const LockedTables locked;
  mpidbg_record_handle *entry = find_live_handle(MPIDBG_RECORD_WIN, window);
  if (entry == nullptr) return;
  entry->last_used = time_of(doer);
  entry->last_use_argument = number;
  entry->last_use = doer.call;
}

namespace {

void set_flags(mpidbg_record_request &entry, unsigned add, unsigned remove) {
  entry.flags = static_cast<std::uint16_t>((entry.flags & ~remove) | add);
}

}  // namespace

void request_freed(const Doer &doer, std::uint64_t request) {
  const LockedTables locked;
  mpidbg_record_request *entry = find_live_request(request);
  if (entry == nullptr) return;
  entry->time = time_of(doer);
  entry->site = doer.site;
  set_flags(*entry, MPIDBG_RECORD_FREED, MPIDBG_RECORD_LIVE);
}

void request_ended(const Doer &doer, std::uint64_t request) {
  const LockedTables locked;
  mpidbg_record_request *entry = find_live_request(request);
  if (entry == nullptr) return;
  entry->time = time_of(doer);
  set_flags(*entry, MPIDBG_RECORD_COMPLETED, MPIDBG_RECORD_LIVE | MPIDBG_RECORD_ACTIVE);
}

void request_inactive(const Doer &doer, std::uint64_t request) {
  const LockedTables locked;
  mpidbg_record_request *entry = find_live_request(request);
  if (entry == nullptr || (entry->flags & MPIDBG_RECORD_PERSISTENT) == 0) return;
  if ((entry->flags & MPIDBG_RECORD_ACTIVE) == 0) return;
  entry->time = time_of(doer);
  set_flags(*entry, MPIDBG_RECORD_COMPLETED, MPIDBG_RECORD_ACTIVE);
}

void request_started(const Doer &doer, std::uint64_t request) {
  const LockedTables locked;
  mpidbg_record_request *entry = find_live_request(request);
  if (entry == nullptr) return;
  entry->time = time_of(doer);
  set_flags(*entry, MPIDBG_RECORD_ACTIVE, MPIDBG_RECORD_COMPLETED | MPIDBG_RECORD_CANCELLED);
}

void request_cancelled(std::uint64_t request) {
  const LockedTables locked;
  if (mpidbg_record_request *entry = find_live_request(request)) set_flags(*entry, MPIDBG_RECORD_CANCELLED, 0);
}

}  // namespace recorder
