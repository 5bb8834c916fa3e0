#pragma once
// Describes the types in Open MPI's mpi.h and in its C++ bindings.

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

// Returns the C type of handles of the kind; null for sessions in versions before 5.0.
const char *handle_type(const debugger::Image &image, HandleKind kind);

// Returns the handle in an object of the C++ bindings or, for a status, the address of the MPI_Status in it. The handle
// is not checked. Errors: not_supported, unreadable.
Result<Address> read_cxx_object(const Attachment &process, HandleKind kind, Address object);

}  // namespace mpidbg::model::openmpi
