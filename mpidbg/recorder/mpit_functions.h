#pragma once
// The library's MPI_T functions. Like everything else of the library they are looked up and not linked. Functions that
// the library does not have are null.

#include "mpidbg/recorder/mpi_types.h"

namespace recorder {

struct MpitFunctions {
#define MPIDBG_FUNCTION(name) decltype(&::PMPI_T_##name) name;
#define MPIDBG_NEW_FUNCTION(name) MPIDBG_FUNCTION(name)
#include "mpidbg/recorder/mpit_functions.def"
};
extern MpitFunctions mpit;

// Returns false if functions of MPI 3 are missing; then none of them may be called.
bool find_mpit_functions();

}  // namespace recorder
