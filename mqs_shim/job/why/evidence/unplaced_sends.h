#pragma once
// Sends whose own process does not know the peer: MPICH does not keep it within a node. The message that has arrived at
// the receiver tells which send it is of.

#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Gives such sends the peer, tag and size of their messages. Of a process that has one without a message not all is
// known, and nothing of what a thread waits for that waits for one.
void place_sends(std::vector<Evidence> &evidence);

}  // namespace mqs_shim::why
