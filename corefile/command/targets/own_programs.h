#pragma once
// Finds the programs that belong to this build of mpidbg. All of them are in one directory.

#include <filesystem>
#include <optional>
#include <string>

#include "mpidbg/base/result.h"

namespace command {

// Returns the path of the running program.
mpidbg::Result<std::filesystem::path> own_path();

// Returns the path of another program in the same directory if it exists and is executable. Optional programs may not
// have been built.
std::optional<std::filesystem::path> program_beside(const std::string &name);

}  // namespace command
