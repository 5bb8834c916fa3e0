#pragma once
// Puts the result of one of many looks at a job into one line of text.

#include <chrono>
#include <string>

#include "mqs_shim/job/why/verdict/standstill.h"

namespace mqs_shim {

// Returns what was seen since the previous look: "1 of 4 ranks has moved; ranks 1-3 have not", or "nothing has moved
// for 120 s (4 ranks)". `lasts` says how long the standstill has lasted.
std::string progress_line(const why::TwoLooks &looks, const why::Movements &movements,
                          std::chrono::duration<double> lasts);

}  // namespace mqs_shim
