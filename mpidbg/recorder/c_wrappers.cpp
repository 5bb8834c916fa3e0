// Defines the MPI_ functions of C by expanding calls.def, except for the functions with large counts.

#include "mpidbg/recorder/c_wrapper.h"

namespace recorder::in_c {

using Language = InC;
#define MPIDBG_CALL_C(name, lower, ...) MPIDBG_WRAPPER(name, __VA_ARGS__)
#define MPIDBG_CALL(...) MPIDBG_CALL_C(__VA_ARGS__)
#define MPIDBG_CALL_FORTRAN(...)
#define MPIDBG_CALL_LARGE(...)
#include "mpidbg/recorder/calls.def"

}  // namespace recorder::in_c
