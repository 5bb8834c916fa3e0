#pragma once
// Chooses the default target: the only MPI job of this node.

#include <string>
#include <vector>

#include "corefile/command/words/exit_code.h"
#include "corefile/command/words/messages.h"
#include "mpidbg/base/result.h"

namespace command {

// Returns the job as TARGET words, and writes a note that names it. The error not_found says that a TARGET is missing
// and which jobs there are. Other errors say why the jobs cannot be determined.
mpidbg::Result<std::vector<std::string>> default_targets(Messages &messages);

// Returns the exit code for an error of default_targets().
inline ExitCode code_without_target(const mpidbg::Error &error) {
  return error.code == mpidbg::ErrorCode::not_found ? ExitCode::usage : ExitCode::failed;
}

}  // namespace command
