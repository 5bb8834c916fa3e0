#pragma once
// Files that belong to a library and have structs of their own.

#include <string>
#include <vector>

namespace command {

// Of an installed Open MPI: libopen-pal and the libraries and components that it loads when it needs them, in the order
// of their names. Few or none for a build that has them inside, as 5.0 has by default, and for other libraries.
std::vector<std::string> component_files(const std::string &library);

}  // namespace command
