#pragma once
// Replaces dlsym() for tools that open the MPI library themselves, as Python's ctypes does, and look up its MPI_T
// functions. The dynamic linker would return the MPI library's functions, which answer for the tool's own process; this
// dlsym() returns mpidbg's, which answer for the inspected process. If the tool opens an MPI library for which mpidbg's
// functions are not built, the tool gets a function that fails, and a sentence is written to stderr.

namespace mpit_tool {

// Returns the object with that name in the MPI library that the tool has opened, as constants of mpi.h can be objects.
// Returns null if the tool has not opened an MPI library.
void *object_of_opened_library(const char *name);

}  // namespace mpit_tool
