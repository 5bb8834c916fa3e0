#pragma once
// Describes a range of a process's addresses that maps a file. The facts come from /proc/PID/maps or from the NT_FILE
// note of a core file.

#include <cstdint>
#include <string>
#include <vector>

#include "corefile/base.h"

namespace corefile {

struct FileMapping {
  AddressRange range;
  // Position of the first mapped byte in the file, in bytes.
  std::uint64_t file_offset = 0;
  std::string path;
  // True if the mapping contains code. Always false for a core file, because the NT_FILE note does not say which
  // mappings contain code.
  bool executable = false;
};

// Returns the mapping that contains the address, or null.
inline const FileMapping *mapping_at(const std::vector<FileMapping> &mappings, Address address) {
  for (const FileMapping &mapping : mappings) {
    if (mapping.range.contains(address)) return &mapping;
  }
  return nullptr;
}

}  // namespace corefile
