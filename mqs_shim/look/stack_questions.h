#pragma once
// Extends what the plugin is asked about a process by the objects that the process's stacks refer to.

#include <vector>

#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// Adds to `questions` the requests, windows and other objects that the MPI calls on the stacks may wait for, as far as
// the answer for the noun shows them.
void add_stacks(Noun noun, const std::vector<MpiStack> &stacks, Questions &questions);

}  // namespace mqs_shim
