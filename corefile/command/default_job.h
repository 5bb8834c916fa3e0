#pragma once
// The target that is meant where none is given: the only MPI job of this node.

#include <string>
#include <vector>

#include "corefile/command/messages.h"
#include "mpidbg/base/result.h"

namespace command {

// As TARGET words; a note says which job it is. The error says that a TARGET is missing, and which jobs there are.
mpidbg::Result<std::vector<std::string>> default_targets(Messages &messages);

}  // namespace command
