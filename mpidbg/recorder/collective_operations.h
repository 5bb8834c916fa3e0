#pragma once
// Lists the collective operations that are counted individually. Their numbers are those of mqs_get_comm_coll_state.

#include <algorithm>
#include <array>
#include <string_view>

#include "mpidbg/base/mpi_calls.h"
#include "mpidbg/recorder/record_format.h"

namespace recorder {

inline constexpr auto counted_operations = [] {
  using enum mpidbg::CollectiveOperation;
  return std::to_array({barrier, bcast, allgather, allgatherv, allreduce, alltoall, alltoallv, reduce_scatter, reduce,
                        gather, gatherv, scan, scatter, scatterv});
}();
static_assert(counted_operations.size() == MPIDBG_RECORD_OPERATIONS);

// Returns the number of the operation that a call such as "Bcast", "Ibcast" or "Bcast_c" starts; -1 for calls that
// start none, such as MPI_Bcast_init.
constexpr int collective_operation(std::string_view call) {
  const mpidbg::CollectiveOperation begun = mpidbg::mpi_call_without_prefix(call).operation;
  const auto *found = std::find(counted_operations.begin(), counted_operations.end(), begun);
  return found == counted_operations.end() ? -1 : static_cast<int>(found - counted_operations.begin());
}

}  // namespace recorder
