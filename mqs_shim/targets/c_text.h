#pragma once
// Converts texts that callers of the C API pass.

#include <string>

namespace mqs_shim {

// Returns a copy of the text; empty if the pointer is null.
inline std::string text_of(const char *text) {
  return text == nullptr ? std::string() : std::string(text);
}

}  // namespace mqs_shim
