#pragma once
// Profiles as the user names them.

#include <string>

#include "mpidbg/layout/profile.h"

namespace command {

// Errors name the path: it cannot be read, or is not a profile.
mpidbg::Result<mpidbg::layout::Profile> read_profile(const std::string &path);

// A file, or the name of a known profile.
mpidbg::Result<mpidbg::layout::Profile> find_profile(const std::string &path_or_name);

}  // namespace command
