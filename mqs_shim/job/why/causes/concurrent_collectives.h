#pragma once
// Finds threads of one rank that are in collectives on one communicator at the same time, which MPI forbids: which of
// the two calls of one rank fits to which call of another rank is then not determined.

#include <vector>

#include "mqs_shim/job/why/causes/likely_cause.h"

namespace mqs_shim::why {

// Searches the threads among `agents`, given by their numbers in Waits::agents. Returns causes of the kind
// concurrent_collectives, one for each communicator.
std::vector<Cause> concurrent_collectives(const Waits &waits, const std::vector<std::uint32_t> &agents);

}  // namespace mqs_shim::why
