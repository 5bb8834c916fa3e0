#pragma once
// Lists, as text, the pending requests of a job in which no rank waits in a call: requests that the ranks test, or that
// they never complete.

#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim {

// Returns lines such as "ranks 0-1 have pending: a receive from any source with tag 1 on MPI_COMM_WORLD". The lines
// list operations of the program that are not on their way: receives without a match, and sends that wait for their
// receiver.
std::vector<std::string> pending_lines(const std::vector<why::Evidence> &evidence);

}  // namespace mqs_shim
