#pragma once
// Reads profiles that the user has named.

#include <string>

#include "mpidbg/layout/profile.h"

namespace command {

// Fails if the file cannot be read or is not a profile; the error contains the path.
mpidbg::Result<mpidbg::layout::Profile> read_profile(const std::string &path);

// Accepts a path, or the name of a built-in profile.
mpidbg::Result<mpidbg::layout::Profile> find_profile(const std::string &path_or_name);

}  // namespace command
