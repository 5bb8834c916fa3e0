#pragma once
// Compares the names of collectives of several processes. The name of a nonblocking collective may not be known, or may
// be one of a few (mqs_shim/records/call_alternatives.h).

#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Returns true if two collectives can be calls of the same function, as far as their names are known.
bool may_have_same_name(const Collective &one, const Collective &other);

// Makes the names of nonblocking collectives comparable between processes: members that are in one collective,
// according to its communicator and number, get the same name if one is possible for all of them. If none is, they are
// in different collectives, and each keeps its own name.
void agree_on_names(std::vector<Evidence> &evidence);

}  // namespace mqs_shim::why
