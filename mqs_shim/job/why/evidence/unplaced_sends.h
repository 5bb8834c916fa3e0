#pragma once
// Completes sends whose peer is not known in their own process: MPICH does not store the peer of a message within a
// node. The message that has arrived at the receiver refers to the send.

#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Copies peer, tag and size from the arrived messages to their sends. If a send has no arrived message, the evidence of
// its process is marked as incomplete, and threads that wait for the send get Activity::unknown.
void place_sends(std::vector<Evidence> &evidence);

}  // namespace mqs_shim::why
