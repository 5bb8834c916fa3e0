#pragma once
// Where the files of this installation are. Found from the file that this code is linked into, so that an installation
// can be moved; no path of the build is in it.
//
//   PREFIX/bin/mpidbg
//   PREFIX/lib/libmqs_shim.so.1
//   PREFIX/lib/mpidbg/VERSION/   what this version loads: libmpidbg.so, recorders, MPI_T facades
//   PREFIX/share/mpidbg/         profiles, schemas, the package for GDB

#include <optional>
#include <string>

#include "mpidbg/base/result.h"

namespace mpidbg {

// Directory of the program or shared library that contains this code, with links resolved. Fails if the dynamic linker
// does not know it.
Result<std::string> own_directory();

// Both are nullopt if this code is not in a directory of an installation, such as in a build tree. Whether the
// directories exist is not looked at.
std::optional<std::string> private_directory();
std::optional<std::string> data_directory();

// The same for a directory that own_directory() returned.
std::optional<std::string> private_directory_of(const std::string &own);
std::optional<std::string> data_directory_of(const std::string &own);

}  // namespace mpidbg
