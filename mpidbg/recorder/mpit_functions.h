#pragma once
// The library's MPI_T functions, looked up as everything else of the library: nothing of it is linked. Null: it has no
// such function.

#include "mpidbg/recorder/mpi_types.h"

namespace recorder {

struct MpitFunctions {
#define MPIDBG_FUNCTION(name) decltype(&::PMPI_T_##name) name;
#define MPIDBG_NEW_FUNCTION(name) MPIDBG_FUNCTION(name)
#include "mpidbg/recorder/mpit_functions.def"
};
extern MpitFunctions mpit;

// False: functions of MPI 3 are missing; then none is to be called.
bool find_mpit_functions();

}  // namespace recorder
