#pragma once
// Explains why a profile that the user has named was not used for a process.

#include <string>

namespace command {

// Returns an empty text if the profile was used. `library` is the MPI library of the process ("Open MPI 4.1.4"), and
// `layout_source` the origin of its layouts; both come from the plugin, and are empty if it does not report them.
std::string why_unused(const std::string &path, const std::string &library, const std::string &layout_source);

}  // namespace command
