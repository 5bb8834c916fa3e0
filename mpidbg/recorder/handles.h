#pragma once
// The table of handles of all kinds but requests. The caller holds LockedTables while it uses an entry.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

// An entry for a handle that a call has created, all else zero; the caller fills it in, `flags` last. Takes the place
// of the oldest freed handle nearby, never of a live one; null if there are none but live ones (counted in the header).
mpidbg_record_handle *claim_handle(mpidbg_record_kind kind, std::uint64_t handle);

// Null: not recorded.
mpidbg_record_handle *find_live_handle(mpidbg_record_kind kind, std::uint64_t handle);

}  // namespace recorder
