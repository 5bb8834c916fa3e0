#pragma once
// Detects which MPI library a process uses and how to read it. If a process contains two MPI libraries, the initialised
// one is chosen.

#include <memory>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/mpi_library.h"

namespace mpidbg::model {

// Succeeds if the image contains an MPI library that this project can read. Errors: not_supported, with the symbols
// that were looked for.
Status find_mpi_library(const debugger::Image &image);

// Returns the C type of handles of the kind, such as "struct ompi_communicator_t *"; for statuses, the struct itself.
// Returns null if the library has no such kind, if its handles are plain integers, or if the library is unknown.
const char *handle_type(const debugger::Image &image, const debugger::Memory &memory, HandleKind kind);
// Returns the same for an image without a process. Returns null also if the image has two MPI libraries, because it is
// not known yet which of them the program will initialise.
const char *handle_type(const debugger::Image &image, HandleKind kind);

// Returns the state of MPI in the process. It can be called at any time, even if attach() fails because MPI is not
// initialised.
MpiState mpi_state(const debugger::Image &image, const debugger::Memory &memory);

// Attaches to the MPI library of one process: resolves the layouts of its structs and checks them against memory.
// `image` and `memory` must outlive the result. Errors: not_supported unless a known library is found; unavailable
// before MPI_Init has completed and after MPI_Finalize has started; layout if a layout is missing or contradicts the
// process; unreadable and corrupt from reading.
Result<std::unique_ptr<MpiLibrary>> attach(const debugger::Image &image, const debugger::Memory &memory);

// Returns an interface to the statuses and integers of a program whose library cannot be read. The width of the
// program's handles shows which mpi.h it uses; the result is null if that remains unknown. `image` and `memory` must
// outlive the result.
std::unique_ptr<ProgramValues> program_values(const debugger::Image &image, const debugger::Memory &memory,
                                              unsigned handle_width);

}  // namespace mpidbg::model
