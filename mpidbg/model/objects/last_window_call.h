#pragma once
// Infers the call that began the current epoch of a window.

#include <optional>

#include "mpidbg/model/objects/window.h"

namespace mpidbg::model {

// Returns the last call that changed the epochs, if only one call can have begun the current one; otherwise nullopt.
// Flushes, communication, and an MPI_Win_test that found nothing leave no trace.
std::optional<WindowCall> inferred_last_call(const WindowSync &sync);

}  // namespace mpidbg::model
