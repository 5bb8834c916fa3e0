#pragma once
// Stacks that the caller of the C API has unwound, completed with what the library has at hand in them.

#include <vector>

#include "mqs_shim/mqs_shim.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// Whether the caller's frames have at least the members of the first version, and whole ones.
bool has_valid_frame_size(const mqs_shim_thread &thread);

// The stack of one thread, whose frame size is valid, as the caller unwound it.
mqs_shim::MpiStack to_thread_stack(const mqs_shim_thread &thread);

// What the library does in it. Reads the stack's memory between the innermost frame and the MPI call, within limits.
// `library_is_apart`: the MPI library is in files of its own.
void complete_stack(mqs_shim::MpiStack &stack, const mqs_shim_thread &thread, bool library_is_apart, Target &target,
                    Session &session);

// The functions of a Python program in them (mqs_shim/stacks/python_frames.h).
void add_python_frames(std::vector<mqs_shim::MpiStack> &stacks, Target &target, Session &session);

}  // namespace mqs_shim
