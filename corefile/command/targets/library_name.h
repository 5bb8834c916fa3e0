#pragma once
// Names MPI libraries that have not been inspected yet, by the build-ids in the profiles or by their file names.

#include <string>
#include <string_view>

namespace command {

// Returns a name such as "Open MPI 4.1.4" for the library with this build-id; empty if no profile has it.
std::string library_of_build(std::string_view build_id);

// Names the library in a file of this machine: like library_of_build() if the build is known, otherwise "Open MPI
// (libmpi.so.40.30.5)" or the file name alone. The file need not exist.
std::string library_of_file(const std::string &path);

}  // namespace command
