#pragma once
// Where ranks are not that others wait for and that were not looked at.

#include <string>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim {

// "not among the targets". If all processes below a launcher were taken, "mpirun 4711": "not below mpirun 4711", since
// below it are all ranks of its jobs on this node, and none of jobs that have been connected with these.
std::string missing_text(const why::Waits &waits, const std::vector<why::ProcessId> &missing,
                         const std::string &launcher);
// The same with the reason, as far as it is known: "not below mpirun 4711: it has ended, or is on another node".
std::string missing_with_reason(const why::Waits &waits, const std::vector<why::ProcessId> &missing,
                                const std::string &launcher);

}  // namespace mqs_shim
