#pragma once
// Which MPI calls may wait for something outside of their process.

#include <string_view>

namespace corefile {

// By MPI 4.0: calls that return only after other processes have acted, or the file system or a name server has. Not
// those that test or start (MPI_Test, MPI_Iprobe, MPI_Isend, MPI_Put, MPI_Start), and not local ones (MPI_Comm_rank).
// `call` as mpi_call_name() gives it; the variants with large counts (MPI_Send_c) are known as well.
bool may_wait(std::string_view call);

}  // namespace corefile
