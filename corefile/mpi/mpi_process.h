#pragma once
// Determines which live processes have an MPI library, through /proc only: no process is stopped or opened.

#include <sys/types.h>

#include <string>

namespace corefile {

// Returns the path of the MPI library that the process has loaded. If only another file of an MPI library is loaded,
// such as its Fortran bindings, returns the path of that file. Empty if none is loaded, or if the process may not be
// inspected.
std::string loaded_mpi_library(pid_t pid);

// Does the same as loaded_mpi_library(), but returns the executable if MPI is linked into it.
std::string mpi_library_of(pid_t pid);

}  // namespace corefile
