#pragma once
// Writes the access mode of a file in words.

#include <span>
#include <string>

#include "mpidbg/model/objects/file.h"

namespace mpidbg::model {

// Returns for example "MPI_MODE_CREATE | MPI_MODE_RDWR". Bits without a name are added as a number; no bits give "0".
// `bits` replaces the bits of `access_modes`, in their order, for an ABI that uses others.
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
