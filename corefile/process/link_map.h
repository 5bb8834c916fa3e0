#pragma once
// Reads the dynamic linker's list of loaded objects from the process. The path is: program headers, PT_DYNAMIC,
// DT_DEBUG, link_map.

#include <optional>
#include <string>
#include <vector>

#include "corefile/base.h"
#include "corefile/process/auxiliary_vector.h"
#include "corefile/process/memory_reader.h"

namespace corefile {

// A loaded object: the executable or a shared library.
struct LinkMapEntry {
  Address load_bias;
  // The path of a library; empty for the executable.
  std::string name;
};

// The list of loaded objects.
struct LinkMap {
  Address executable_bias;
  // The loaded objects, the executable first; empty for a static executable.
  std::vector<LinkMapEntry> entries;
  // Why the list ends early or cannot be read; empty if it is complete.
  std::string problem;
};

// Returns the number to be added to addresses in the executable's ELF file to get addresses in the process; nullopt if
// the program headers cannot be read from the process.
std::optional<Address> executable_bias(const AuxiliaryVector &auxiliary, MemoryReader &memory);

// Reads the list of loaded objects. Never fails: `problem` says what is missing.
LinkMap read_link_map(const AuxiliaryVector &auxiliary, MemoryReader &memory);

}  // namespace corefile
