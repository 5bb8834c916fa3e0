#pragma once
// What ranks of which none waits in a call have pending, in a few lines: requests that they test, or have forgotten.

#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim {

// "ranks 0-1 have pending: a receive from any source with tag 1 on MPI_COMM_WORLD". Operations of the program that are
// not on their way: receives that nothing has matched, and sends that wait for their receiver.
std::vector<std::string> pending_lines(const std::vector<why::Evidence> &evidence);

}  // namespace mqs_shim
