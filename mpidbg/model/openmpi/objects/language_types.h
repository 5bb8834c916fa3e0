#pragma once
// Types of mpi.h and of the C++ bindings as Open MPI makes them.

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

// The C type of a kind of handle; null for sessions where the library has none, which came with 5.0.
const char *handle_type(const debugger::Image &image, HandleKind kind);

// What an object of the C++ bindings holds, unchecked: a handle, or for a status its address. Errors: not_supported,
// unreadable.
Result<Address> read_cxx_object(const Attachment &process, HandleKind kind, Address object);

}  // namespace mpidbg::model::openmpi
