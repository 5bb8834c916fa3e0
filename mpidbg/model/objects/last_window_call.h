#pragma once
// Infers the call that began the current epoch of a window.

#include <optional>

#include "mpidbg/model/objects/window.h"

namespace mpidbg::model {

// Returns the call that began the current epoch if `sync` fits only one call; otherwise nullopt. Calls that do not
// change the epochs (flushes, communication, an MPI_Win_test that found nothing) are never returned.
std::optional<WindowCall> inferred_last_call(const WindowSync &sync);

}  // namespace mpidbg::model
