#pragma once
// Determines which recorder library fits a program, and finds its file.

#include <string>
#include <vector>

#include "mpidbg/base/result.h"

namespace command {

// Looks for the program like execvp(). The error says why it cannot be executed.
mpidbg::Status check_program(const std::string &program);

// Returns the kind of MPI library that the program's own file links to, as mpi_of_program() does; empty if the file
// links to none, like a launcher or a script.
std::string mpi_that_file_names(const std::string &program);

// Returns true if the program is statically linked, so that nothing can be preloaded into it.
bool is_static_program(const std::string &program);

// Returns the kind of MPI library that a program uses: "openmpi", "mpich" (for all libraries with MPICH's ABI) or
// "mpi-abi" (for MPI-5's standard ABI). `words` are the program and its arguments. Tries, in this order: the MPI
// library that the program's file links to, without following other libraries; for a launcher, whether the program that
// it starts links to the standard ABI; environment variables that mpirun sets for each process; the implementation that
// the launcher belongs to; the only installed recorder. Errors are sentences.
mpidbg::Result<std::string> mpi_of_program(const std::vector<std::string> &words);

// Returns the path of libmpidbg-record-<mpi>.so in the same installation or build tree.
mpidbg::Result<std::string> find_recorder(const std::string &mpi);
// Returns the path of a library of mpidbg in the variant for `mpi`. `library` is "libmpidbg-record" or
// "libmpidbg-mpit".
mpidbg::Result<std::string> find_companion(const std::string &library, const std::string &mpi);

// Returns the path under which the dynamic linker finds the file, if it is a recorder.
mpidbg::Result<std::string> check_recorder(const std::string &file);

// Returns the path of the installed script that builds a recorder.
mpidbg::Result<std::string> find_recorder_builder();

}  // namespace command
