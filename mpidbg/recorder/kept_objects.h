#pragma once
// Implements MPIDBG_KEEP_FREED, which keeps objects in the library after the program has freed them; see
// record_release.h.

#include <cstdint>

#include "mpidbg/recorder/frame.h"

namespace recorder {

// Reads the environment variable MPIDBG_KEEP_FREED and sets record.keeps. Must be called once, after the tables are
// mapped.
void prepare_to_keep();

// Returns true if the handle may be kept: it is recorded as a live handle of the program, and objects of its kind are
// kept.
bool can_keep(mpidbg_record_kind kind, std::uint64_t handle);

// Keeps an object. Must be called after freed(). `entry` is the result of freed(): null unless this was the program's
// last reference to the object. Without room for another object, the oldest one of the kind is freed in the library.
void keep(mpidbg_record_kind kind, std::uint64_t handle, mpidbg_record_handle *entry);

// Frees all kept objects in the library and returns their number. Must be called only in a wrapper, so that callbacks
// of the program run within an MPI call.
int release_kept();

}  // namespace recorder
