#pragma once
// What the stacks of a process add to what is asked about it.

#include <vector>

#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/mpi_stack.h"

namespace command {

// To the questions of a noun: what its calls may wait for.
void add_stacks(mqs_shim::Noun noun, const std::vector<mqs_shim::MpiStack> &stacks, mqs_shim::Questions &questions);

}  // namespace command
