#pragma once
// Represents an MPI library that this project cannot read. Only its functions were detected. Debuggers can show its
// calls in stacks; nothing else of it can be seen.

#include <memory>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/mpi_library.h"

namespace mpidbg::model {

// Returns true if the image contains some MPI library, which is recognised by functions with profiling names (PMPI_*).
bool has_mpi_functions(const debugger::Image &image);

// Returns an MpiLibrary for a library that cannot be read. Its only part is identity(). `memory` must outlive the
// result.
std::unique_ptr<MpiLibrary> unknown_library(const debugger::Memory &memory);

}  // namespace mpidbg::model
