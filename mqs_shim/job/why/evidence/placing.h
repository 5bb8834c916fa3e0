#pragma once
// Which job the processes belong to whose own memory did not say so.

#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// The number of a job is read from a process's memory. One that could not be read (it died, its memory is damaged) gets
// job and rank from `before`, an earlier look at the same target, else the number of the readable processes whose
// launcher calls their job by the same name. Where neither is known, its rank is taken as unknown: ranks of different
// jobs are never put together by their numbers alone.
void place_unread(std::vector<Evidence> &evidence, std::span<const Evidence> before);

}  // namespace mqs_shim::why
