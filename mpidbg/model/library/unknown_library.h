#pragma once
// An MPI library that nobody knows: that there is one, by its functions. Its calls are on the stacks, which the host
// reads; nothing else of it can be seen.

#include <memory>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/mpi_library.h"

namespace mpidbg::model {

// Whether there is an MPI library in the process, whichever: it has MPI's functions under their second name.
bool has_mpi_functions(const debugger::Image &image);

// The memory outlives it.
std::unique_ptr<MpiLibrary> unknown_library(const debugger::Memory &memory);

}  // namespace mpidbg::model
