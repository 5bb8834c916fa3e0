#pragma once
// The dynamic linker's list of what is loaded, read from the process: program headers -> PT_DYNAMIC -> DT_DEBUG ->
// link_map.

#include <optional>
#include <string>
#include <vector>

#include "corefile/base.h"
#include "corefile/process/auxiliary_vector.h"
#include "corefile/process/memory_reader.h"

namespace corefile {

struct LinkMapEntry {
  Address load_bias;
  std::string name;  // empty for the executable
};

struct LinkMap {
  Address executable_bias;
  std::vector<LinkMapEntry> entries;  // the executable first; empty for a static executable
  std::string problem;                // why the list ends early or cannot be read at all; empty if it is complete
};

// Addresses in an ELF image become addresses in the process by adding this; nothing if the image cannot be read.
std::optional<Address> executable_bias(const AuxiliaryVector &auxiliary, MemoryReader &memory);

LinkMap read_link_map(const AuxiliaryVector &auxiliary, MemoryReader &memory);

}  // namespace corefile
