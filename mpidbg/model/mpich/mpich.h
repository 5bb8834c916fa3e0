#pragma once
// MPICH in one process: its variables and categories, and the state of MPI. The layouts of its objects are not known,
// and its point-to-point queues are those of UCX.

#include <memory>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/mpi_library.h"

namespace mpidbg::model::mpich {

// Whether the image has MPICH, or a library derived from it.
bool present(const debugger::Image &image);

// See detect.h.
const char *handle_type(HandleKind kind);
MpiState state(const debugger::Image &image, const debugger::Memory &memory);
Result<std::unique_ptr<MpiLibrary>> open(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::mpich
