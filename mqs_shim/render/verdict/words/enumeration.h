#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mqs_shim {

// Joins texts: "a", "a and b", or "a, b and c". `conjunction` is the word before the last text, here "and".
inline std::string enumeration(const std::vector<std::string> &texts, const char *conjunction) {
  std::string result;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i != 0) result += i + 1 == texts.size() ? std::string(" ") + conjunction + " " : ", ";
    result += texts[i];
  }
  return result;
}

}  // namespace mqs_shim
