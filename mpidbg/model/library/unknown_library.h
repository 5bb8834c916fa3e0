#pragma once
// Represents an MPI library that is not known here and was detected only by its functions. The host can read its calls
// from stacks; nothing else of it can be seen.

#include <memory>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/mpi_library.h"

namespace mpidbg::model {

// Returns true if any MPI library is in the image: MPI functions are present under their profiling names (PMPI_*).
bool has_mpi_functions(const debugger::Image &image);

// `memory` must outlive the result.
std::unique_ptr<MpiLibrary> unknown_library(const debugger::Memory &memory);

}  // namespace mpidbg::model
