// An mpi.h that calls itself Open MPI's: its ABI is its own. Numbers and types are those of the standard's, for the
// recorder asks for no others.
#pragma once

#include "mpidbg/recorder/standard_abi.h"

#undef MPI_ABI_VERSION
#define OPEN_MPI 1
