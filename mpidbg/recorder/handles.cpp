#include "mpidbg/recorder/handles.h"

#include "mpidbg/recorder/handle_hash.h"
#include "mpidbg/recorder/record.h"

namespace recorder {

namespace {

mpidbg_record_handle &place(mpidbg_record_kind kind, std::uint64_t handle, std::uint32_t i) {
  return record.handles[(first_place(handle + kind) + i) & record.handle_mask];
}

bool is_live(const mpidbg_record_handle &entry) {
  return (entry.flags & MPIDBG_RECORD_LIVE) != 0;
}

// One that was never used, else the one that was freed first.
mpidbg_record_handle *best_place(mpidbg_record_kind kind, std::uint64_t handle) {
  mpidbg_record_handle *oldest = nullptr;
  for (std::uint32_t i = 0; i < reach; ++i) {
    mpidbg_record_handle &entry = place(kind, handle, i);
    if (entry.flags == 0) return &entry;
    if (!is_live(entry) && (oldest == nullptr || entry.freed < oldest->freed)) oldest = &entry;
  }
  return oldest;
}

}  // namespace

mpidbg_record_handle *claim_handle(mpidbg_record_kind kind, std::uint64_t handle) {
  if (mpidbg_record_handle *same = find_live_handle(kind, handle)) {
    same->flags = static_cast<std::uint8_t>((same->flags & ~MPIDBG_RECORD_LIVE) | MPIDBG_RECORD_REPLACED);
  }
  mpidbg_record_handle *entry = best_place(kind, handle);
  if (entry == nullptr) {
    ++record.header->handles_not_recorded;
    return nullptr;
  }
  if (entry->flags != 0) ++record.header->history_lost;
  *entry = {};
  entry->handle = handle;
  entry->kind = kind;
  return entry;
}

mpidbg_record_handle *find_live_handle(mpidbg_record_kind kind, std::uint64_t handle) {
  for (std::uint32_t i = 0; i < reach; ++i) {
    mpidbg_record_handle &entry = place(kind, handle, i);
    if (entry.handle == handle && entry.kind == kind && is_live(entry)) return &entry;
    if (entry.flags == 0) return nullptr;
  }
  return nullptr;
}

}  // namespace recorder
