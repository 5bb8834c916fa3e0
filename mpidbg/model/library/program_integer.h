#pragma once
// Integers of MPI's types in the program's memory.

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/program_values.h"

namespace mpidbg::model {

// The integer at the address, and at the null address its width alone. Its width is that of the type in the debugger,
// else what mpi.h of Open MPI 4.1 and MPICH 4.0 has: MPI_Aint is as wide as a pointer, MPI_Offset and MPI_Count have 64
// bits. Errors: unreadable.
Result<MpiInteger> read_program_integer(const debugger::Image &image, const debugger::Memory &memory, IntegerKind kind,
                                        Address address);

}  // namespace mpidbg::model
