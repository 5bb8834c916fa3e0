// Defines the MPI_ functions of C with large counts, such as MPI_Send_c, by expanding calls.def.

#include "mpidbg/recorder/c_wrapper.h"

namespace recorder::in_large_c {

using Language = InLargeC;
#define MPIDBG_CALL(...)
#define MPIDBG_CALL_C(...)
#define MPIDBG_CALL_FORTRAN(...)
#define MPIDBG_CALL_LARGE(name, ...) MPIDBG_WRAPPER(name##_c, __VA_ARGS__)
#include "mpidbg/recorder/calls.def"

}  // namespace recorder::in_large_c
