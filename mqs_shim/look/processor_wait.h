#pragma once
// Waits between two looks until processes have run. A process that gets no processor between two looks on a busy
// machine looks the same both times, although nothing keeps it from going on.

#include <chrono>
#include <vector>

#include "mqs_shim/look/inspected_process.h"

namespace mqs_shim {

// Sleeps until `earliest`, and then until each process of the job that was ready to run has used processor time since
// the call. Waits at most 2 s longer than until `earliest`. Does not wait longer for processes that sleep, or whose
// processor time is not known.
void sleep_until_all_have_run(const std::vector<InspectedProcess *> &job,
                              std::chrono::steady_clock::time_point earliest);

}  // namespace mqs_shim
