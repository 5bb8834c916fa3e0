#pragma once
// The call that began the epoch of a window.

#include <optional>

#include "mpidbg/model/objects/window.h"

namespace mpidbg::model {

// The last call that changed the epochs, where there is but one epoch that it can have begun. An MPI_Win_test that
// found nothing, flushes and communication leave no trace.
std::optional<WindowCall> inferred_last_call(const WindowSync &sync);

}  // namespace mpidbg::model
