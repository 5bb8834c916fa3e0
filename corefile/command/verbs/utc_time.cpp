#include "corefile/command/verbs/utc_time.h"

#include <ctime>

namespace command {

std::string utc_now() {
  const std::time_t time = std::time(nullptr);
  std::tm parts{};
  char text[64] = "";
  if (::gmtime_r(&time, &parts) != nullptr) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts);
  return text;
}

}  // namespace command
