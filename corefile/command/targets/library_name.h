#pragma once
// How MPI libraries are called that nobody has asked yet: by the build-id that the profiles know, else by their file.

#include <string>
#include <string_view>

namespace command {

// "Open MPI 4.1.4" for the library of a known build; empty if no profile is of this build.
std::string library_of_build(std::string_view build_id);

// Of the library in this file (a path of this machine): as above, else "Open MPI (libmpi.so.40.30.5)", else the file's
// name. The file need not exist.
std::string library_of_file(const std::string &path);

}  // namespace command
