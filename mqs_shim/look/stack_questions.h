#pragma once
// Extends the questions about a process by those that its stacks require.

#include <vector>

#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// Adds to `questions` the requests, windows and other objects that the MPI calls on the stacks may wait for, as far as
// the noun shows them.
void add_stacks(Noun noun, const std::vector<MpiStack> &stacks, Questions &questions);

}  // namespace mqs_shim
