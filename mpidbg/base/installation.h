#pragma once
// These functions find the files of the mpidbg installation. They start from the file into which this code is linked,
// so an installation can be moved and no build path ends up in a binary.
//
//   PREFIX/bin/mpidbg
//   PREFIX/lib/libmqs_shim.so.1
//   PREFIX/lib/mpidbg/VERSION/   files used by this version only: libmpidbg.so, recorders, MPI_T facades
//   PREFIX/share/mpidbg/         profiles, schemas, the package for GDB

#include <optional>
#include <string>

#include "mpidbg/base/result.h"

namespace mpidbg {

// Returns the directory of the program or shared library that contains this code, with symbolic links resolved. Fails
// if the dynamic linker does not know the file.
Result<std::string> own_directory();

// These functions return a directory of the installation to which this code belongs. They return nullopt if this code
// is not in an installation, for example in a build tree. They do not check that the directory exists.
std::optional<std::string> private_directory();
std::optional<std::string> data_directory();

// These functions return the same directories for a program or library in the directory `own`.
std::optional<std::string> private_directory_of(const std::string &own);
std::optional<std::string> data_directory_of(const std::string &own);

}  // namespace mpidbg
