#pragma once
// Finds the module of a process that defines the functions that initialise MPI, such as PMPI_Init.

#include <string_view>

#include "corefile/process/process.h"
#include "mqs_shim/stacks/process_code.h"

namespace corefile {

using mqs_shim::mpi_entry_points;

// One of the functions with which MPI begins, and the module that defines it: the MPI library, or the program into
// which MPI is linked.
struct MpiEntryPoint {
  const Module *module = nullptr;
  std::string_view name;
};
// Returns the first of mpi_entry_points that a module defines; null and an empty name if there is none.
MpiEntryPoint find_mpi_entry_point(const Process &process);

}  // namespace corefile
