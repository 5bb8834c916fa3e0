#pragma once
// Maps the symbols of an MPI library, including profiling names and Fortran bindings, to MPI functions.

#include <string>
#include <string_view>

namespace mqs_shim {

// Returns "MPI_Recv" for MPI_Recv, PMPI_Recv, mpi_recv_, pmpi_recv__, MPI_RECV and mpi_recv_f08_, and an empty string
// for other symbols. For Open MPI it also maps internal functions that a call may jump to: "MPI_Finalize" for
// ompi_mpi_finalize.
std::string mpi_call_name(std::string_view symbol);

}  // namespace mqs_shim
