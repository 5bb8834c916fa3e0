#pragma once
// Describes the members of a group in the plugin's terms.

#include <cstdint>
#include <vector>

#include "mpidbg/abi/mpihandles_interface.h"

namespace mqs_shim {

// Names a process by its job and its rank in that job.
struct ProcessName {
  std::uint32_t job = 0;
  std::uint32_t rank = 0;
  int world_rank = -1;  // rank in this process's MPI_COMM_WORLD; -1 if it is not in it
  bool operator==(const ProcessName &) const = default;
};

// Returns the members in the order of their ranks. Either array may be null; counts are trusted only within limits.
std::vector<ProcessName> to_members(const mpidbg_process_t *processes, const mpidbg_process_name_t *names, int count);

}  // namespace mqs_shim
