#pragma once
// Where MPI begins in a process.

#include <string_view>

#include "corefile/process/process.h"
#include "mqs_shim/stacks/process_code.h"

namespace corefile {

using mqs_shim::mpi_entry_points;

// Names the module that defines one of these functions: the MPI library, or the program into which it is linked.
struct MpiEntryPoint {
  const Module *module = nullptr;
  std::string_view name;
};
// Returns null and an empty name if no module defines one.
MpiEntryPoint find_mpi_entry_point(const Process &process);

}  // namespace corefile
