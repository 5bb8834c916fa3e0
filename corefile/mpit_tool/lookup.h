#pragma once
// dlsym() for tools that open the MPI library themselves, as ctypes of Python does, and ask that library for its MPI_T
// functions. The dynamic linker gives them the library's, which answer for the tool's own process; here they are given
// ours. Functions of a library that ours are not built for fail, after a sentence on stderr.

namespace mpit_tool {

// An object of the MPI library that the tool has opened: constants of mpi.h can be objects. Null if it opened none.
void *object_of_opened_library(const char *name);

}  // namespace mpit_tool
