#pragma once
// The words for awaited ranks that were not inspected.

#include <string>
#include <vector>

#include "mqs_shim/job/why/graph/waits.h"

namespace mqs_shim {

// Returns "not among the targets" or, if all processes below a launcher were inspected, "not below mpirun 4711". Below
// a launcher are all ranks of its own jobs on this node. Ranks of other jobs that have connected with these jobs are
// not below it.
std::string missing_text(const why::Waits &waits, const std::vector<why::ProcessId> &missing,
                         const std::string &launcher);
// Returns the text of missing_text() with the reason, if it is known: "not below mpirun 4711: it has ended, or is on
// another node".
std::string missing_with_reason(const why::Waits &waits, const std::vector<why::ProcessId> &missing,
                                const std::string &launcher);

}  // namespace mqs_shim
