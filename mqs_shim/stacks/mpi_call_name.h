#pragma once
// The MPI function that a symbol implements, whatever binding or profiling name it has.

#include <string>
#include <string_view>

namespace mqs_shim {

// "MPI_Recv" for MPI_Recv, PMPI_Recv, mpi_recv_, pmpi_recv__, MPI_RECV, mpi_recv_f08_; empty for anything else. Of
// Open MPI also the functions that a call may jump to: "MPI_Finalize" for ompi_mpi_finalize.
std::string mpi_call_name(std::string_view symbol);

}  // namespace mqs_shim
