#pragma once
// Finds collectives that some ranks have called more often than others, which are in MPI_Finalize by now.

#include <vector>

#include "mqs_shim/job/why/causes/likely_cause.h"

namespace mqs_shim::why {

// Searches the collectives of `agents`, given by their numbers in Waits::agents. Considers only collectives that nobody
// leaves before all members have entered. Returns causes of the kind left_out, one for each communicator.
std::vector<Cause> left_out_collectives(const Waits &waits, const std::vector<std::uint32_t> &agents);

}  // namespace mqs_shim::why
