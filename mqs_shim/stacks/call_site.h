#pragma once
// Where the program called MPI: the frame, and its function, file and line.

#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// Which frames get source lines. Debug information is opened for these only.
enum class NamedFrames : std::uint8_t {
  none,
  site,     // the call site
  program,  // the program's, from the call site outwards
  all
};

// Index of the frame of the program that made the thread's MPI call: the first one outwards of it that is neither of an
// MPI library nor of its bindings, the recorder, an interpreter or a C++ wrapper of the standard. Of a thread in no MPI
// call: the innermost frame of the program, of a thread that runs a callback or a signal handler inside of a call as
// well. Nothing if there is none, as in threads that a library has started for itself.
std::optional<std::size_t> call_site(const MpiStack &stack);

}  // namespace mqs_shim
