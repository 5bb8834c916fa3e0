#pragma once
// Lists the jobs of the processes as text, if there are several jobs.

#include <string>

#include "mqs_shim/job/jobs.h"

namespace mqs_shim {

// Returns "2 jobs:" and one line for each job: its name, the inspected ranks, and the missing ones.
std::string jobs_text(const Jobs &jobs);

}  // namespace mqs_shim
