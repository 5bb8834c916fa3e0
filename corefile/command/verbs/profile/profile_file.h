#pragma once
// Reads profiles that the user has named.

#include <string>

#include "mpidbg/layout/profile.h"

namespace command {

// Reads the profile in a file. Fails if the file cannot be read or is not a profile; the error contains the path.
mpidbg::Result<mpidbg::layout::Profile> read_profile(const std::string &path);

// Returns the profile in a file, or the built-in profile of that name.
mpidbg::Result<mpidbg::layout::Profile> find_profile(const std::string &path_or_name);

}  // namespace command
