#pragma once
// Makes the remark about an object that has to be left out of an answer. The remark begins with the consequence for the
// user, because the reason names structs of the library, which few users know.

#include <string>

namespace mqs_shim {

// Returns the remark that an object cannot be shown. `what` is the object with its article, such as "a communicator".
inline std::string cannot_show(const std::string &what, const std::string &why) {
  return "cannot show " + what + ", because its data in the process's memory cannot be interpreted: " + why;
}

}  // namespace mqs_shim
