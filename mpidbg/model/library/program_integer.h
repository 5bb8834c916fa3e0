#pragma once
// Reads integers of MPI's types, such as MPI_Aint, from the program's memory.

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/program_values.h"

namespace mpidbg::model {

// Reads the integer at the address; at the null address, returns only the width. The width is that of the type in the
// debugger. If the debugger does not know the type, the width is that in mpi.h of Open MPI 4.1 and MPICH 4.0, where
// MPI_Aint is as wide as a pointer, and MPI_Offset and MPI_Count have 64 bits. Errors: unreadable.
Result<MpiInteger> read_program_integer(const debugger::Image &image, const debugger::Memory &memory, IntegerKind kind,
                                        Address address);

}  // namespace mpidbg::model
