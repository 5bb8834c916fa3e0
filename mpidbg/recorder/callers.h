#pragma once
// Finds the functions that led to an MPI call. The stack is unwound with the program's unwind tables, as far as these
// reach. This takes some microseconds, so it is used for calls that create objects and not for messages.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

// Holds the functions that led to one MPI call.
struct Callers {
  // Return addresses from the innermost caller to the outermost one; 0 after the last one.
  std::uint64_t sites[MPIDBG_RECORD_CALLERS];
};

// Returns the functions that led to the current MPI call. `site` is the return address of the wrapper that calls this
// function, directly or through other functions.
Callers callers_of(std::uint64_t site);

}  // namespace recorder
