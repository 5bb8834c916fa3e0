#pragma once
// Converts stacks that the caller of the C API has unwound, and adds the MPI calls and the words in the library's part
// of each stack.

#include <vector>

#include "mqs_shim/mqs_shim.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// Returns true if the frame size that the caller gave includes all members of the first version, and no incomplete
// member.
bool has_valid_frame_size(const mqs_shim_thread &thread);

// Converts the stack of one thread, whose frame size must be valid.
mqs_shim::MpiStack to_thread_stack(const mqs_shim_thread &thread);

// Finds the MPI call of the thread. Reads the stack's memory between the innermost frame and the MPI call, within
// limits. `library_is_apart` says that the MPI library is in its own files.
void complete_stack(mqs_shim::MpiStack &stack, const mqs_shim_thread &thread, bool library_is_apart, Target &target,
                    Session &session);

// Inserts the functions of a Python program into the stacks (mqs_shim/stacks/python_frames.h).
void add_python_frames(std::vector<mqs_shim::MpiStack> &stacks, Target &target, Session &session);

}  // namespace mqs_shim
