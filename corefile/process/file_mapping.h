#pragma once
// A range of the process's addresses that maps a file, as /proc/PID/maps or the core's NT_FILE note tells it.

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/base/address.h"

namespace corefile {

struct FileMapping {
  mpidbg::Address begin;
  mpidbg::Address end;
  std::uint64_t file_offset = 0;  // bytes
  std::string path;
};

// The mapping that holds the address, or null.
inline const FileMapping *mapping_at(const std::vector<FileMapping> &mappings, mpidbg::Address address) {
  for (const FileMapping &mapping : mappings) {
    if (mapping.begin <= address && address < mapping.end) return &mapping;
  }
  return nullptr;
}

}  // namespace corefile
