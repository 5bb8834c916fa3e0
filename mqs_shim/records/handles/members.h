#pragma once
// The members of a group, as a plugin names them.

#include <cstdint>
#include <vector>

#include "mpidbg/abi/mpihandles_interface.h"

namespace mqs_shim {

struct ProcessName {
  std::uint32_t job = 0;
  std::uint32_t rank = 0;
  int world_rank = -1;  // -1: not in this process's MPI_COMM_WORLD
  bool operator==(const ProcessName &) const = default;
};

// By rank. Either array may be null, and both are trusted only up to a limit.
std::vector<ProcessName> to_members(const mpidbg_process_t *processes, const mpidbg_process_name_t *names, int count);

}  // namespace mqs_shim
