#pragma once
// Describes the members of a group as the plugin reports them.

#include <cstdint>
#include <vector>

#include "mpidbg/abi/mpihandles_interface.h"

namespace mqs_shim {

// Names a process by its job and its rank in that job.
struct ProcessName {
  std::uint32_t job = 0;
  std::uint32_t rank = 0;
  int world_rank = -1;  // rank in the MPI_COMM_WORLD of the inspected process; -1 if it is not a member
  bool operator==(const ProcessName &) const = default;
};

// Converts the arrays that a plugin has returned to the members of a group, in the order of their ranks. Either array
// may be null. The result is empty if `count` is implausible.
std::vector<ProcessName> to_members(const mpidbg_process_t *processes, const mpidbg_process_name_t *names, int count);

}  // namespace mqs_shim
