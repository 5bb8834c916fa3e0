// An mpi.h of an ABI that is neither Open MPI's nor the standard's: MPICH's. Numbers and types are those of the
// standard's, for the recorder asks for no others.
#pragma once

#include "mpidbg/recorder/standard_abi.h"

#undef MPI_ABI_VERSION
