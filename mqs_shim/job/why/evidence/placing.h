#pragma once
// Assigns processes to jobs if their own memory does not contain the number of their job.

#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Fills in job and rank of processes that could not be read because they died or because their memory is damaged. The
// values are taken from `before`, an earlier look at the same targets. For a process that is not in `before`, the
// launcher's name of the job is compared: the process gets the job number of readable processes with the same name. If
// neither is possible, the rank is treated as unknown. Ranks of different jobs are thus never combined because of equal
// numbers.
void place_unread(std::vector<Evidence> &evidence, std::span<const Evidence> before);

}  // namespace mqs_shim::why
