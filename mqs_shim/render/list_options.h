#pragma once
// Whether lists are shown in full, and how a hint at that names the option of the front end.

#include <string>
#include <string_view>

namespace mqs_shim {

// "--rank" for the command line, "-rank" for GDB, whose options begin with one dash.
inline std::string option_name(std::string_view name, bool one_dash) {
  return (one_dash ? "-" : "--") + std::string(name);
}

struct ListOptions {
  bool each = false;      // every rank by itself, and every line of a list
  bool one_dash = false;  // the options of the front end begin with one dash

  std::string each_option() const { return option_name("each", one_dash); }
};

}  // namespace mqs_shim
