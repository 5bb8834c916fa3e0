#pragma once
// MPIDBG_KEEP_FREED: objects that the program has freed but the library still has; record_release.h.

#include <cstdint>

#include "mpidbg/recorder/frame.h"

namespace recorder {

// Reads the variable and sets record.keeps. Call it once, after the tables are mapped.
void prepare_to_keep();

// Whether the program has a handle that may be kept: one that is recorded.
bool can_keep(mpidbg_record_kind kind, std::uint64_t handle);

// After `freed` has answered `entry`, null where it is not the last handle of the object that the program has. Where
// there is no room, the oldest of its kind is freed in the library.
void keep(mpidbg_record_kind kind, std::uint64_t handle, mpidbg_record_handle *entry);

// Tells the library of all. Within a wrapper only, so that what callbacks do is seen as done within an MPI call.
int release_kept();

}  // namespace recorder
