#pragma once
// A range of the process's addresses that maps a file, as /proc/PID/maps or the core's NT_FILE note describes it.

#include <cstdint>
#include <string>
#include <vector>

#include "corefile/base.h"

namespace corefile {

struct FileMapping {
  AddressRange range;
  std::uint64_t file_offset = 0;  // bytes
  std::string path;
  bool executable = false;  // of a live process; a core's note does not say
};

// The mapping that holds the address, or null.
inline const FileMapping *mapping_at(const std::vector<FileMapping> &mappings, Address address) {
  for (const FileMapping &mapping : mappings) {
    if (mapping.range.contains(address)) return &mapping;
  }
  return nullptr;
}

}  // namespace corefile
