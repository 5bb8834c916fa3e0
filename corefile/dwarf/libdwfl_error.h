#pragma once
// Explains failures of elfutils' libdwfl.

#include <string>
#include <string_view>

namespace corefile {

// Returns the text of the last error in libdwfl, or in libdw or libelf below it. Returns `unnamed` without a text: for
// some damaged files the library fails without setting an error.
std::string last_libdwfl_error(std::string_view unnamed);

}  // namespace corefile
