#pragma once

#include <string>

namespace command {

// Returns the current time in the form "2026-11-22 05:30:00 UTC".
std::string utc_now();

}  // namespace command
