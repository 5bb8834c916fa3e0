#pragma once
// Why a profile that the user has named was not used for a process.

#include <string>

namespace command {

// Empty if it was used. `library` is the process's ("Open MPI 4.1.4"), `layout_source` where its layouts come from, as
// the plugin says both; empty if it does not.
std::string why_unused(const std::string &path, const std::string &library, const std::string &layout_source);

}  // namespace command
