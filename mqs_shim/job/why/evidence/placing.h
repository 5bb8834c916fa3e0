#pragma once
// Assigns processes to jobs if their own memory does not contain the number of their job.

#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Fills in job and rank of processes that could not be read because they died or because their memory is damaged. The
// values are those in `before`, an earlier look at the same targets. A process that is not in `before` gets the number
// of the job whose readable processes have the same job name from the launcher. If neither is possible, the rank is
// treated as unknown, so that ranks of different jobs are never combined because of equal numbers.
void place_unread(std::vector<Evidence> &evidence, std::span<const Evidence> before);

}  // namespace mqs_shim::why
