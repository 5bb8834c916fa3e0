#pragma once
// Durations as people read them.

#include <cstdint>
#include <string>

namespace mqs_shim {

// "12.5 ms", "3.2 s", "4.0 min", "2.5 h".
std::string duration_text(std::int64_t nanoseconds);

}  // namespace mqs_shim
