#pragma once
// Which MPI library a process runs, and how to read it. Of two in one process it is the one that is initialised.

#include <memory>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/mpi_library.h"

namespace mpidbg::model {

// Whether the image has an MPI library that is known here. Errors: not_supported, naming what was looked for.
Status find_mpi_library(const debugger::Image &image);

// The C type of handles of the kind, "struct ompi_communicator_t *"; of a status the struct itself. Null for kinds that
// the library does not have or whose handles are plain integers, and where the library is not known.
const char *handle_type(const debugger::Image &image, const debugger::Memory &memory, HandleKind kind);
// The same before there is a process. Null, too, if the image has two libraries: which one the program initialises is
// not known yet.
const char *handle_type(const debugger::Image &image, HandleKind kind);

// The state of MPI in the process, also before and after attach() can inspect it.
MpiState mpi_state(const debugger::Image &image, const debugger::Memory &memory);

// The library of one process, as far as its memory shows it: resolves layouts and checks them. Both arguments outlive
// it. Errors: not_supported if no library is known; unavailable before MPI_Init has completed and once MPI_Finalize has
// started; layout; those of reading.
Result<std::unique_ptr<MpiLibrary>> attach(const debugger::Image &image, const debugger::Memory &memory);

// Statuses and integers of a program whose library cannot be read, but whose mpi.h is known by the width of its
// handles; null if it is not. The first two arguments outlive them.
std::unique_ptr<ProgramValues> program_values(const debugger::Image &image, const debugger::Memory &memory,
                                              unsigned handle_width);

}  // namespace mpidbg::model
