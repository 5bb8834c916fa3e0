#pragma once
// Says whether lists are shown in full, and how hints spell the options of the front end.

#include <string>
#include <string_view>

namespace mqs_shim {

// Returns "--rank" for the command line, or "-rank" for GDB, whose options begin with one dash.
inline std::string option_name(std::string_view name, bool one_dash) {
  return (one_dash ? "-" : "--") + std::string(name);
}

// Holds the options that all lists have in common.
struct ListOptions {
  bool each = false;      // shows every rank by itself, and every line of a list
  bool one_dash = false;  // the front end's options begin with one dash

  std::string each_option() const { return option_name("each", one_dash); }
};

}  // namespace mqs_shim
