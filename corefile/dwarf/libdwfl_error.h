#pragma once
// Explains failures of elfutils' libdwfl.

#include <string>
#include <string_view>

namespace corefile {

// Returns the text of the last error in libdwfl, or in the libraries that it uses (libdw and libelf). Returns `unnamed`
// if none of them has a text, because for some damaged files libdwfl fails without setting an error.
std::string last_libdwfl_error(std::string_view unnamed);

}  // namespace corefile
