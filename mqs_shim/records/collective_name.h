#pragma once
// The collective operations of queue_details_interface.h by name.

#include <array>
#include <cstddef>
#include <string_view>

#include "mpidbg/abi/queue_details_interface.h"

namespace mqs_shim {

// "MPI_Bcast", "a nonblocking collective"; empty for a number that is not known.
constexpr std::string_view collective_name(int collective) {
  constexpr std::array<std::string_view, MPIDBG_COLLECTIVE_NONBLOCKING + 1> names{"",
                                                                                  "MPI_Barrier",
                                                                                  "MPI_Bcast",
                                                                                  "MPI_Gather",
                                                                                  "MPI_Gatherv",
                                                                                  "MPI_Scatter",
                                                                                  "MPI_Scatterv",
                                                                                  "MPI_Allgather",
                                                                                  "MPI_Allgatherv",
                                                                                  "MPI_Alltoall",
                                                                                  "MPI_Alltoallv",
                                                                                  "MPI_Alltoallw",
                                                                                  "MPI_Reduce",
                                                                                  "MPI_Allreduce",
                                                                                  "MPI_Reduce_scatter",
                                                                                  "MPI_Reduce_scatter_block",
                                                                                  "MPI_Scan",
                                                                                  "MPI_Exscan",
                                                                                  "a nonblocking collective"};
  const auto index = static_cast<std::size_t>(collective);
  return index < names.size() ? names[index] : std::string_view();
}

}  // namespace mqs_shim
