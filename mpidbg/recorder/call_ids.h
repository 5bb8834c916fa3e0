#pragma once
// Numbers the recorded MPI calls in the order of calls.def. The number 0 stands for no call.

#include <cstdint>

#include "mpidbg/recorder/mpi_types.h"  // decides which calls exist

namespace recorder {

enum CallId : std::uint16_t {
  no_call,
#define MPIDBG_CALL(name, ...) call_##name,
#define MPIDBG_CALL_C(name, ...) call_##name,
#define MPIDBG_CALL_FORTRAN(name, ...)
#define MPIDBG_CALL_LARGE(name, ...) call_##name##_c,
#include "mpidbg/recorder/calls.def"
  call_Pcontrol,
  call_end
};

// The names of the calls without "MPI_", indexed by CallId.
inline constexpr const char *call_names[] = {"",
#define MPIDBG_CALL(name, ...) #name,
#define MPIDBG_CALL_C(name, ...) #name,
#define MPIDBG_CALL_FORTRAN(name, ...)
#define MPIDBG_CALL_LARGE(name, ...) #name "_c",
#include "mpidbg/recorder/calls.def"
                                             "Pcontrol"};

}  // namespace recorder
