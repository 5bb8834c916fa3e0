#pragma once
// Explains failures of elfutils' libdwfl.

#include <string>
#include <string_view>

namespace corefile {

// Returns the text of the last error in libdwfl, or in libdw or libelf, which libdwfl uses. Returns `unnamed` if they
// have no text: for some damaged files libdwfl fails without setting an error.
std::string last_libdwfl_error(std::string_view unnamed);

}  // namespace corefile
