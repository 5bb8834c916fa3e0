#pragma once

#include <string>

namespace command {

// "2026-11-22 05:30:00 UTC".
std::string utc_now();

}  // namespace command
