#pragma once
// Which jobs the processes belong to, where they are not of one.

#include <string>

#include "mqs_shim/job/jobs.h"

namespace mqs_shim {

// "2 jobs:" and a line for each: its name, the ranks that were inspected, and those that are missing.
std::string jobs_text(const Jobs &jobs);

}  // namespace mqs_shim
