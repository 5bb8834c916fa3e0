#pragma once
// What the stacks of a process add to what is asked about it.

#include <vector>

#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace mqs_shim {

// To the questions of a noun: what its calls may wait for.
void add_stacks(Noun noun, const std::vector<MpiStack> &stacks, Questions &questions);

}  // namespace mqs_shim
