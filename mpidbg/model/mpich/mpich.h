#pragma once
// Declares the functions through which model/library/detect.h uses MPICH.

#include <memory>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/mpi_library.h"

namespace mpidbg::model::mpich {

// Returns true if the image has MPICH or a library derived from it.
bool present(const debugger::Image &image);

// These functions do for MPICH what the functions of library/detect.h do for any library.
const char *handle_type(HandleKind kind);
MpiState state(const debugger::Image &image, const debugger::Memory &memory);
Result<std::unique_ptr<MpiLibrary>> open(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::mpich
