#pragma once
// Puts the result of one of many looks at a job into one line of text.

#include <chrono>
#include <string>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/job/why/verdict/standstill.h"

namespace mqs_shim {

// Returns what was seen since the previous look: "1 of 4 ranks has moved; ranks 1-3 have not", or "nothing has moved
// for 120 s (4 ranks)". If ranks compute and none has moved, returns the verdict's title and the processor time:
// "WAITING: ranks 0-1 wait for rank 2, which runs; rank 2 has used 9.8 s of processor time". `inquiry` has judged the
// same looks; `lasts` says how long the standstill has lasted.
std::string progress_line(const why::TwoLooks &looks, const why::Inquiry &inquiry, const why::Movements &movements,
                          std::chrono::duration<double> lasts);

}  // namespace mqs_shim
