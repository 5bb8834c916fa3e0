#include "corefile/dwarf/libdwfl_error.h"

#include <elfutils/libdwfl.h>

namespace corefile {

std::string last_libdwfl_error(std::string_view unnamed) {
  const char *const text = dwfl_errmsg(-1);
  return std::string(text == nullptr ? unnamed : std::string_view(text));
}

}  // namespace corefile
