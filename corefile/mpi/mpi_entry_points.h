#pragma once
// The functions that begin MPI. A program that is linked with an archive has only those that it calls.

#include <array>
#include <string_view>

#include "corefile/process/process.h"

namespace corefile {

// As the MPI library defines them; those of Fortran call one of these.
inline constexpr std::array<std::string_view, 3> mpi_entry_points = {"PMPI_Init", "PMPI_Init_thread",
                                                                     "PMPI_Session_init"};

// The module that defines one of them, and which one: the MPI library, or the program that it is linked into. Null and
// empty if there is none.
struct MpiEntryPoint {
  const Module *module = nullptr;
  std::string_view name;
};
MpiEntryPoint find_mpi_entry_point(const Process &process);

}  // namespace corefile
