#pragma once
// One of many looks at a job in one line.

#include <chrono>
#include <string>

#include "mqs_shim/job/why/verdict/standstill.h"

namespace mqs_shim {

// "1 of 4 ranks has moved; ranks 1-3 have not", "nothing has moved for 120 s (4 ranks)": what was seen since the look
// before. `lasts`: of the standstill, with this look.
std::string progress_line(const why::TwoLooks &looks, const why::Movements &movements,
                          std::chrono::duration<double> lasts);

}  // namespace mqs_shim
