#pragma once
// Implements MPIDBG_KEEP_FREED: objects that the program has freed but that still exist in the library; see
// record_release.h.

#include <cstdint>

#include "mpidbg/recorder/frame.h"

namespace recorder {

// Reads the variable and sets record.keeps. Must be called once, after the tables are mapped.
void prepare_to_keep();

// Returns whether the program has a handle that may be kept, which must be recorded.
bool can_keep(mpidbg_record_kind kind, std::uint64_t handle);

// Must be called after freed() with its result `entry`, which is null unless this was the program's last handle of the
// object. Without room, the oldest object of the kind is freed in the library.
void keep(mpidbg_record_kind kind, std::uint64_t handle, mpidbg_record_handle *entry);

// Frees all kept objects in the library and returns their number. Must be called in a wrapper only, so that callbacks
// run within an MPI call.
int release_kept();

}  // namespace recorder
