#pragma once
// The collective operations that are counted one by one, numbered as mqs_get_comm_coll_state numbers them.

#include <string_view>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

inline constexpr std::string_view collective_operations[] = {
    "barrier",        "bcast",  "allgather", "allgatherv", "allreduce", "alltoall", "alltoallv",
    "reduce_scatter", "reduce", "gather",    "gatherv",    "scan",      "scatter",  "scatterv"};
static_assert(sizeof collective_operations / sizeof *collective_operations == MPIDBG_RECORD_OPERATIONS);

// Of the call "Bcast", "Ibcast" or "Bcast_c"; -1 for calls that begin none of them, as MPI_Bcast_init.
constexpr int collective_operation(std::string_view call) {
  if (call.ends_with("_c")) call.remove_suffix(2);
  const bool nonblocking = call.size() > 1 && call[0] == 'I' && call[1] >= 'a';
  if (nonblocking) call.remove_prefix(1);
  if (call.empty()) return -1;
  const char first = nonblocking ? call[0] : static_cast<char>(call[0] - 'A' + 'a');
  for (int i = 0; i < MPIDBG_RECORD_OPERATIONS; ++i) {
    const std::string_view name = collective_operations[i];
    if (name[0] == first && name.substr(1) == call.substr(1)) return i;
  }
  return -1;
}

}  // namespace recorder
