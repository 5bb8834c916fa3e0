#pragma once
// Lists the further files of an MPI library that contain structs missing in the library's main file.

#include <string>
#include <vector>

namespace command {

// Returns the paths of libopen-pal, and of the libraries and components that an installed Open MPI loads on demand,
// sorted by name. Returns few or none for builds that contain their components (the default of Open MPI 5.0), and for
// other MPI libraries.
std::vector<std::string> component_files(const std::string &library);

}  // namespace command
