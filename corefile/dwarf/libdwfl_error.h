#pragma once
// Why elfutils' libdwfl failed.

#include <string>
#include <string_view>

namespace corefile {

// The text of the last error in libdwfl, or in libdw or libelf below it. Returns `unnamed` if there is no text: for
// some damaged files the library fails without naming an error.
std::string last_libdwfl_error(std::string_view unnamed);

}  // namespace corefile
