#pragma once
// The target that is meant where none is given: the only MPI job of this node.

#include <string>
#include <vector>

#include "corefile/command/words/exit_code.h"
#include "corefile/command/words/messages.h"
#include "mpidbg/base/result.h"

namespace command {

// As TARGET words; a note says which job it is. Errors: not_found says that a TARGET is missing, and which jobs there
// are; others that nobody can know.
mpidbg::Result<std::vector<std::string>> default_targets(Messages &messages);

// What a command ends with for such an error.
inline ExitCode code_without_target(const mpidbg::Error &error) {
  return error.code == mpidbg::ErrorCode::not_found ? ExitCode::usage : ExitCode::failed;
}

}  // namespace command
