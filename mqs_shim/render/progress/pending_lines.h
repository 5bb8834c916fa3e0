#pragma once
// Lists pending requests as text. It is for jobs in which no rank waits in a call: ranks test these requests, or never
// complete them.

#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim {

// Returns lines such as "ranks 0-1 have pending: a receive from any source with tag 1 on MPI_COMM_WORLD". The lines
// list receives of the program without a match, and sends that wait for their receiver.
std::vector<std::string> pending_lines(const std::vector<why::Evidence> &evidence);

}  // namespace mqs_shim
