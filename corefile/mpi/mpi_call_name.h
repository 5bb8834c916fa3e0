#pragma once
// The MPI function that a symbol implements, whatever binding or profiling name it has.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/process/process.h"

namespace corefile {

// "MPI_Recv" for MPI_Recv, PMPI_Recv, mpi_recv_, pmpi_recv__, MPI_RECV, mpi_recv_f08_; empty for anything else.
std::string mpi_call_name(std::string_view symbol);

// The call of the outermost frame that is one; empty if there is none.
std::string outermost_mpi_call(const std::vector<Frame> &innermost_first);

// Index of the outermost frame that is one; nothing if there is none.
std::optional<std::size_t> outermost_mpi_frame(const std::vector<Frame> &innermost_first);

}  // namespace corefile
