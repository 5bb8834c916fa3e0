#pragma once
// The access mode of a file in words.

#include <string>

#include "mpidbg/model/objects/file.h"

namespace mpidbg::model {

// "MPI_MODE_CREATE | MPI_MODE_RDWR"; bits without a name as a number, "0" for none.
inline std::string access_mode_text(int mode) {
  std::string text;
  for (const auto &known : access_modes) {
    if ((mode & known.bit) == 0) continue;
    if (!text.empty()) text += " | ";
    text += known.name;
    mode &= ~known.bit;
  }
  if (mode == 0 && !text.empty()) return text;
  return (text.empty() ? "" : text + " | ") + std::to_string(mode);
}

}  // namespace mpidbg::model
