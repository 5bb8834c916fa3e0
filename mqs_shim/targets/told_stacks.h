#pragma once
// Stacks that the caller of the C API has unwound, completed with what the library has at hand in them.

#include <vector>

#include "corefile/mpi/mpi_stack.h"
#include "mqs_shim/mqs_shim.h"
#include "mqs_shim/session/session.h"

namespace mqs_shim {

// Whether the caller's frames have at least the members of the first version, and whole ones.
bool has_valid_frame_size(const mqs_shim_thread &thread);

// The stack of one thread, whose frame size is valid. Reads the stack's memory between the innermost frame and the MPI
// call, within limits.
corefile::MpiStack to_thread_stack(const mqs_shim_thread &thread, Target &target, Session &session);

}  // namespace mqs_shim
