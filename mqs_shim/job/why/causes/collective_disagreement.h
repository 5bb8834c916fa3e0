#pragma once
// Finds likely causes in collectives that all ranks have called, or may have called, with arguments that do not fit
// together: roots that differ, and lists of neighbours that differ.

#include <vector>

#include "mqs_shim/job/why/causes/likely_cause.h"

namespace mqs_shim::why {

// Searches the collectives of the agents of a finding about ranks that can never continue, including the agents behind
// it. Returns causes of the kinds other_root and neighbors_differ, at most one for each communicator.
std::vector<Cause> collective_disagreements(const Waits &waits, const Verdict &verdict, const Finding &finding);

}  // namespace mqs_shim::why
