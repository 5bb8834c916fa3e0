#pragma once
// Writes the access mode of an MPI file as the names of its MPI_MODE_* bits.

#include <span>
#include <string>

#include "mpidbg/model/objects/file.h"

namespace mpidbg::model {

// Returns the mode as text, for example "MPI_MODE_CREATE | MPI_MODE_RDWR". Bits without a name are appended as a
// number; a mode without bits gives "0". If not empty, `bits` has the values of the constants for an ABI in which they
// differ, in the order of `access_modes`.
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
