#include "mqs_shim/render/variables/choice.h"

#include <fnmatch.h>

namespace mqs_shim {

bool is_meant(const std::string &pattern, const std::string &name) {
  return pattern.empty() || pattern == name || ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

}  // namespace mqs_shim
