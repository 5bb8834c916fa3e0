#pragma once

#include <string>

namespace command {

// Returns the current time like "2026-11-22 05:30:00 UTC".
std::string utc_now();

}  // namespace command
