#pragma once
// Finds the call site: the frame of the program that called MPI, with its function, file and line.

#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// Selects the frames of a stack that get source lines. Only the debug information of the modules of these frames is
// opened.
enum class NamedFrames : std::uint8_t {
  none,
  site,     // the call site
  program,  // the program's frames, from the call site outwards
  all
};

// Returns the index of the frame that made the thread's MPI call. From the call outwards, it is the first frame that
// does not belong to an MPI library, its bindings, the recorder, an interpreter, the standard's C++ wrappers or to a
// tool whose function of an MPI call's name made the call. If the thread is in no MPI call, or in a callback or signal
// handler inside of a call, returns the innermost frame of the program. Returns nothing if the program has no frame on
// the stack, as in threads that libraries create for themselves.
std::optional<std::size_t> call_site(const MpiStack &stack);

}  // namespace mqs_shim
