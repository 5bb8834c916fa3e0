#include "mpidbg/recorder/effects.h"

#include "mpidbg/recorder/callers.h"
#include "mpidbg/recorder/record.h"
#include "mpidbg/recorder/request_effects.h"
#include "mpidbg/recorder/table_lock.h"

namespace recorder {

namespace {

void fill_in(mpidbg_record_handle &entry, const Doer &doer, const Creation &creation, const Callers &callers) {
  entry = {};
  entry.handle = creation.handle;
  entry.kind = creation.kind;
  entry.created_at = doer.site;
  entry.created = time_of(doer);
  entry.created_by = doer.call;
  entry.parent = creation.parent;
  entry.given = 1;
  if (creation.name != nullptr)
    entry.name = add_name(creation.kind, creation.handle, creation.name, creation.name_length);
  for (unsigned i = 0; i < creation.argument_count && i < MPIDBG_RECORD_HANDLE_ARGUMENTS; ++i)
    entry.arguments[i] = creation.arguments[i];
  entry.size = creation.place.size;
  entry.rank = creation.place.rank;
  for (unsigned i = 0; i < MPIDBG_RECORD_CALLERS; ++i) entry.callers[i] = callers.sites[i];
  const unsigned flags = MPIDBG_RECORD_LIVE | (creation.fortran ? MPIDBG_RECORD_FORTRAN : 0);
  __atomic_store_n(&entry.flags, static_cast<std::uint8_t>(flags), __ATOMIC_RELEASE);
}

// Adds an entry that counts the collective operations on a communicator. The caller must hold LockedTables.
void start_counting(std::uint64_t communicator) {
  std::uint64_t history = 0, refused = 0;  // ignored: operations on a communicator without an entry are not counted
  mpidbg_record_collectives *entry = record.collectives.claim(communicator, history, refused);
  if (entry == nullptr) return;
  entry->communicator = communicator;
  entry->begun = 0;
  for (std::uint32_t &count : entry->operations) count = 0;
  __atomic_store_n(&entry->flags, std::uint64_t{MPIDBG_RECORD_LIVE}, __ATOMIC_RELEASE);
}

void stop_counting(std::uint64_t communicator) {
  mpidbg_record_collectives *entry = record.collectives.find(communicator);
  if (entry == nullptr) return;
  entry->flags = MPIDBG_RECORD_COMPLETED;
  record.collectives.release();
}

}  // namespace

void count_collectives(std::uint64_t communicator) {
  const LockedTables locked_tables;
  start_counting(communicator);
}

void begun_collective(std::uint64_t communicator, int operation) {
  const LockedTables locked_tables;
  mpidbg_record_collectives *entry = record.collectives.find(communicator);
  if (entry == nullptr) return;
  ++entry->begun;
  if (operation >= 0) ++entry->operations[operation];
}

void failed_collective(std::uint64_t communicator) {
  const LockedTables locked_tables;
  stop_counting(communicator);
}

void created(const Doer &doer, const Creation &creation) {
  const Callers callers = creation.kind == MPIDBG_RECORD_MESSAGE ? Callers{} : callers_of(doer.site);
  const LockedTables locked_tables;
  const HandleKey key{.kind = static_cast<std::uint8_t>(creation.kind), .handle = creation.handle};
  if (creation.shared) {
    if (mpidbg_record_handle *known = record.handles.find(key)) {
      ++known->given;
      return;
    }
  }
  if (creation.kind == MPIDBG_RECORD_COMM) start_counting(creation.handle);
  mpidbg_record_header &header = *record.header;
  if (mpidbg_record_handle *entry = record.handles.claim(key, header.history_lost, header.handles_not_recorded))
    fill_in(*entry, doer, creation, callers);
}

void named(mpidbg_record_kind kind, std::uint64_t handle, const char *name, std::uint64_t length) {
  const LockedTables locked_tables;
  const std::uint64_t number = add_name(kind, handle, name, length);
  if (mpidbg_record_handle *entry = record.handles.find({.kind = static_cast<std::uint8_t>(kind), .handle = handle}))
    entry->name = number;
}

mpidbg_record_handle *freed(const Doer &doer, mpidbg_record_kind kind, std::uint64_t handle, bool kept) {
  const LockedTables locked_tables;
  if (kind == MPIDBG_RECORD_COMM) stop_counting(handle);
  mpidbg_record_handle *entry = record.handles.find({.kind = static_cast<std::uint8_t>(kind), .handle = handle});
  if (entry == nullptr) return nullptr;
  if (entry->given > 1) {
    --entry->given;
    return nullptr;
  }
  entry->given = 0;
  entry->freed_at = doer.site;
  entry->freed = time_of(doer);
  entry->freed_by = doer.call;
  const unsigned flags = (entry->flags & ~MPIDBG_RECORD_LIVE) | MPIDBG_RECORD_FREED | (kept ? MPIDBG_RECORD_KEPT : 0);
  entry->flags = static_cast<std::uint8_t>(flags);
  if (!kept) record.handles.release();
  return entry;
}

void synchronised(const Doer &doer, std::uint64_t window, std::int32_t number) {
  const LockedTables locked_tables;
  mpidbg_record_handle *entry = record.handles.find({.kind = MPIDBG_RECORD_WIN, .handle = window});
  if (entry == nullptr) return;
  entry->last_used = time_of(doer);
  entry->last_use_argument = number;
  entry->last_use = doer.call;
}

void locked(const Doer &doer, const LockKey &key, mpidbg_record_lock_type type) {
  const LockedTables locked_tables;
  mpidbg_record_header &header = *record.header;
  std::uint64_t history = 0;  // ignored: a lost lock entry is harmless
  mpidbg_record_lock *entry = record.locks.claim(key, history, header.locks_not_recorded);
  if (entry == nullptr) return;
  entry->window = key.window;
  entry->rank = key.rank;
  entry->site = doer.site;
  entry->time = time_of(doer);
  entry->type = type;
  __atomic_store_n(&entry->flags, std::uint16_t{MPIDBG_RECORD_LIVE}, __ATOMIC_RELEASE);
}

namespace {

void unlock(mpidbg_record_lock &entry) {
  entry.flags = MPIDBG_RECORD_COMPLETED;
  record.locks.release();
}

}  // namespace

void unlocked(const LockKey &key) {
  const LockedTables locked_tables;
  if (mpidbg_record_lock *entry = record.locks.find(key)) unlock(*entry);
}

void window_freed(std::uint64_t window) {
  const LockedTables locked_tables;
  for (std::uint32_t i = 0; i < record.locks.count(); ++i) {
    mpidbg_record_lock &entry = record.locks[i];
    if (LockEntries::is_live(entry) && entry.window == window) unlock(entry);
  }
}

}  // namespace recorder
