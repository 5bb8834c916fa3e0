#pragma once
// Which live processes have an MPI library, seen from outside through /proc: nothing is stopped or opened as a process.

#include <sys/types.h>

#include <string>

namespace corefile {

// The file of the MPI library that the process has loaded, whichever of its parts (the Fortran bindings, for instance)
// is mapped; empty if none is, or if the process may not be inspected.
std::string loaded_mpi_library(pid_t pid);

// Likewise, and the executable if MPI is linked into it.
std::string mpi_library_of(pid_t pid);

}  // namespace corefile
