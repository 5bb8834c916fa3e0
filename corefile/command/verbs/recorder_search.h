#pragma once
// Which recorder library a program takes, and where it is.

#include <string>
#include <vector>

#include "mpidbg/base/result.h"

namespace command {

// Whether there is such a program, as execvp() looks for it; the error says why it cannot be run.
mpidbg::Status check_program(const std::string &program);

// The library that the program's own file names, as below; empty: none, as of a launcher or a script.
std::string mpi_that_file_names(const std::string &program);

// True if the program's file is one into which nothing can be preloaded.
bool is_static_program(const std::string &program);

// "openmpi", "mpich" (all of its ABI) or "mpi-abi" (the standard ABI of MPI-5), the first of these that knows: the MPI
// library that the program's file names (not those that its libraries name); of a launcher, whether the program that it
// starts names the standard ABI; the launcher's environment, which mpirun gives to each process; whose launcher it is;
// the only recorder that is installed. `words`: the program and its arguments. Errors are sentences.
mpidbg::Result<std::string> mpi_of_program(const std::vector<std::string> &words);

// The path of libmpidbg-record-<mpi>.so: of the same installation, or in the same build tree.
mpidbg::Result<std::string> find_recorder(const std::string &mpi);
// One of the libraries that are built for each MPI library: "libmpidbg-record" or "libmpidbg-mpit".
mpidbg::Result<std::string> find_companion(const std::string &library, const std::string &mpi);

// The path that the dynamic linker finds such a file by, if it is a recorder.
mpidbg::Result<std::string> check_recorder(const std::string &file);

// The installed script that builds one.
mpidbg::Result<std::string> find_recorder_builder();

}  // namespace command
