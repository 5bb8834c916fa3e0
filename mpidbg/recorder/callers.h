#pragma once
// Finds the functions that led to an MPI call. It unwinds the stack with the program's unwind tables as far as these
// reach. This takes some microseconds, so it is used for calls that create objects and not for messages.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

// The callers of one call.
struct Callers {
  // Return addresses from the innermost caller to the outermost one; 0 after the last one.
  std::uint64_t sites[MPIDBG_RECORD_CALLERS];
};

// Returns the callers. `site` is the return address of the wrapper within which this function is called, at any depth.
Callers callers_of(std::uint64_t site);

}  // namespace recorder
