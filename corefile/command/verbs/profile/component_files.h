#pragma once
// Lists the files that belong to an MPI library and contain structs that the library's main file does not.

#include <string>
#include <vector>

namespace command {

// Returns the paths of libopen-pal, and of the libraries and components that an installed Open MPI loads on demand,
// sorted by name. Returns few or none for builds that contain their components, which is the default of 5.0, and for
// other MPI libraries.
std::vector<std::string> component_files(const std::string &library);

}  // namespace command
