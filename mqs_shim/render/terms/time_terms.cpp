#include "mqs_shim/render/terms/time_terms.h"

#include <array>
#include <cstdio>

namespace mqs_shim {

namespace {

std::string decimal(double number, const char *unit) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.1f %s", number, unit);
  return text.data();
}

}  // namespace

std::string duration_text(std::int64_t nanoseconds) {
  const double seconds = static_cast<double>(nanoseconds) / 1e9;
  if (seconds < 0.1) return decimal(seconds * 1e3, "ms");
  if (seconds < 120) return decimal(seconds, "s");
  if (seconds < 7200) return decimal(seconds / 60, "min");
  return decimal(seconds / 3600, "h");
}

}  // namespace mqs_shim
