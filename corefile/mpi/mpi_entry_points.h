#pragma once
// Finds the module that defines MPI's initialisation functions, such as PMPI_Init, in a process.

#include <string_view>

#include "corefile/process/process.h"
#include "mqs_shim/stacks/process_code.h"

namespace corefile {

using mqs_shim::mpi_entry_points;

// A function that initialises MPI, and the module that defines it: the MPI library, or a program that contains the
// library.
struct MpiEntryPoint {
  const Module *module = nullptr;
  std::string_view name;
};
// Returns the first of mpi_entry_points that a module defines; null and an empty name if there is none.
MpiEntryPoint find_mpi_entry_point(const Process &process);

}  // namespace corefile
