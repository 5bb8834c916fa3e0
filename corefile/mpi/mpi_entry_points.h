#pragma once
// Where MPI begins in a process.

#include <string_view>

#include "corefile/process/process.h"
#include "mqs_shim/stacks/process_code.h"

namespace corefile {

using mqs_shim::mpi_entry_points;

// The module that defines one of them, and which one: the MPI library, or the program that it is linked into. Null and
// empty if there is none.
struct MpiEntryPoint {
  const Module *module = nullptr;
  std::string_view name;
};
MpiEntryPoint find_mpi_entry_point(const Process &process);

}  // namespace corefile
