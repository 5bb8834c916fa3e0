#pragma once
// The access mode of a file in words.

#include <span>
#include <string>

#include "mpidbg/model/objects/file.h"

namespace mpidbg::model {

// "MPI_MODE_CREATE | MPI_MODE_RDWR"; bits without a name as a number, "0" for none. `bits`: those of access_modes, in
// their order, in an ABI where they are others.
inline std::string access_mode_text(int mode, std::span<const int> bits = {}) {
  std::string text;
  for (std::size_t i = 0; i < std::size(access_modes); ++i) {
    const int bit = i < bits.size() ? bits[i] : access_modes[i].bit;
    if ((mode & bit) == 0) continue;
    if (!text.empty()) text += " | ";
    text += access_modes[i].name;
    mode &= ~bit;
  }
  if (mode == 0 && !text.empty()) return text;
  return (text.empty() ? "" : text + " | ") + std::to_string(mode);
}

}  // namespace mpidbg::model
