#pragma once
// What a report says of an object that it has to leave out. The reason names the library's own structs, which few users
// know: what it means for them comes first.

#include <string>

namespace mqs_shim {

// `what`: "a communicator".
inline std::string cannot_show(const std::string &what, const std::string &why) {
  return "cannot show " + what + ", because its data in the process's memory cannot be interpreted: " + why;
}

}  // namespace mqs_shim
