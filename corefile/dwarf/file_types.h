#pragma once
// The struct types of an ELF file that is open, from wherever its debug information is.

#include <memory>
#include <string>
#include <vector>

#include "corefile/dwarf/type_index.h"
#include "corefile/elf/elf_file.h"

namespace corefile {

// Null if there is no debug information. Searched for once per file, in the directories of the first call; like the
// file, the index serves all processes that map it and stays until the program ends. For one thread at a time.
const TypeIndex *types_of(const std::shared_ptr<const ElfFile> &file,
                          const std::vector<std::string> &debug_directories);

}  // namespace corefile
