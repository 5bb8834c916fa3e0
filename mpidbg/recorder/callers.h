#pragma once
// Who called the function that makes an MPI call: its stack, followed by the unwind tables of the program, as far as
// they go. Some microseconds: for calls that create something, not for messages.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

struct Callers {
  std::uint64_t sites[MPIDBG_RECORD_CALLERS];  // return addresses, from the inside out; 0 behind the last
};

// `site` is the return address of the wrapper that this is called from, however deep.
Callers callers_of(std::uint64_t site);

}  // namespace recorder
