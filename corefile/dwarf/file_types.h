#pragma once
// Gives access to the struct types of an open ELF file, wherever its debug information is.

#include <memory>
#include <string>
#include <vector>

#include "corefile/dwarf/type_index.h"
#include "corefile/elf/elf_file.h"

namespace corefile {

// Returns null without debug information. The search is made once per file, in the directories of the first call. Like
// the file, the index serves all processes that map the file, and it lives until the program ends. One thread at a time
// may call this.
const TypeIndex *types_of(const std::shared_ptr<const ElfFile> &file,
                          const std::vector<std::string> &debug_directories);

}  // namespace corefile
