#pragma once
// Formats durations as text.

#include <cstdint>
#include <string>

namespace mqs_shim {

// Returns a text such as "12.5 ms", "3.2 s", "4.0 min" or "2.5 h".
std::string duration_text(std::int64_t nanoseconds);

}  // namespace mqs_shim
