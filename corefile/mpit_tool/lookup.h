#pragma once
// Replaces dlsym() for tools that open the MPI library themselves, as Python's ctypes does, and look up its MPI_T
// functions. The dynamic linker would return the MPI library's functions, which answer for the tool's own process; this
// dlsym() returns mpidbg's, which answer for the inspected process. mpidbg's functions are built for certain MPI
// libraries. If the tool opens another one, it gets a function that always fails, and a sentence is written to stderr.

namespace mpit_tool {

// Returns the object with that name in the MPI library that the tool has opened. Some constants of mpi.h are such
// objects. Returns null if the tool has not opened an MPI library.
void *object_of_opened_library(const char *name);

}  // namespace mpit_tool
