#pragma once
// Declares the entry points for Open MPI in one process.

#include <memory>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/mpi_library.h"

namespace mpidbg::model::openmpi {

// Returns true if the image contains Open MPI, recognised by its table of communicators.
bool present(const debugger::Image &image);

// These functions do for Open MPI what the functions in library/detect.h do for all libraries; open() corresponds to
// attach().
const char *handle_type(const debugger::Image &image, HandleKind kind);
MpiState state(const debugger::Image &image, const debugger::Memory &memory);
Result<std::unique_ptr<MpiLibrary>> open(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::openmpi
