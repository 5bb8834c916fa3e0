#pragma once
// Gives access to the struct types of an open ELF file, whose debug information may be in a separate file.

#include <memory>
#include <string>
#include <vector>

#include "corefile/dwarf/type_index.h"
#include "corefile/elf/elf_file.h"

namespace corefile {

// Returns the index of the types in the file's debug information; null if there is none. The first call searches its
// directories for the debug information; later calls do not search again. Like the file, the index serves all processes
// that map the file, and it lives until the program ends. Only one thread at a time may call this function.
const TypeIndex *types_of(const std::shared_ptr<const ElfFile> &file,
                          const std::vector<std::string> &debug_directories);

}  // namespace corefile
