#pragma once
// Holds pointers to the library's MPI_T functions, which are looked up at run time and not linked. A pointer is null if
// the library does not have the function.

#include "mpidbg/recorder/mpi_types.h"

namespace recorder {

struct MpitFunctions {
#define MPIDBG_FUNCTION(name) decltype(&::PMPI_T_##name) name;
#define MPIDBG_NEW_FUNCTION(name) MPIDBG_FUNCTION(name)
#include "mpidbg/recorder/mpit_functions.def"
};
extern MpitFunctions mpit;

// Looks up the MPI_T functions. Returns false if functions of MPI 3 are missing; then none of the functions may be
// called.
bool find_mpit_functions();

}  // namespace recorder
