#pragma once
// This dlsym() is for tools that open the MPI library themselves, as Python's ctypes does, and ask that library for its
// MPI_T functions. The dynamic linker would give them the library's functions, which answer for the tool's own process;
// here they get ours. Functions of a library that ours are not built for fail, after a sentence on stderr.

namespace mpit_tool {

// Returns an object of the MPI library that the tool has opened: constants of mpi.h can be objects. Returns null if it
// opened none.
void *object_of_opened_library(const char *name);

}  // namespace mpit_tool
