#pragma once
// Extends the questions to the plugin about a process by the objects to which the process's stacks refer.

#include <vector>

#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// Adds objects to `questions`: the requests, windows and so on that the MPI calls on the stacks may wait for. Adds only
// what the answer for the noun shows.
void add_stacks(Noun noun, const std::vector<MpiStack> &stacks, Questions &questions);

}  // namespace mqs_shim
