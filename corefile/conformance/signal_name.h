#pragma once
// Returns the name of a signal, such as "SIGSEGV", or "signal 77" for a number without a name.

#include <cstring>
#include <string>

namespace mqs_shim {

inline std::string signal_name(int signal) {
  const char *name = sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

}  // namespace mqs_shim
