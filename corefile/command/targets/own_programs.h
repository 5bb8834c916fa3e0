#pragma once
// The programs of mpidbg, which are all in one directory.

#include <filesystem>
#include <optional>
#include <string>

#include "mpidbg/base/result.h"

namespace command {

// Path of the running program.
mpidbg::Result<std::filesystem::path> own_path();

// Another one beside it, as far as it can be run; it may not have been built here.
std::optional<std::filesystem::path> program_beside(const std::string &name);

}  // namespace command
