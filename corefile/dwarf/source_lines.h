#pragma once
// Where code comes from: function, source file and line, inlined functions included, from the debug information of an
// ELF file, wherever that is (elf/debug_file.h; split DWARF; what dwz has moved).

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "corefile/dwarf/source_place.h"
#include "corefile/elf/elf_file.h"

namespace corefile {

// The place of the code at an address of the file (the load bias is not added): the innermost inlined function first,
// each next one where the one before was called, and last the function that all of them are part of. Empty if no debug
// information covers the address. For a return address, ask for the one before it.
//
// Debug information is opened by the first question about a file, with the directories of that question, and stays open
// like the file; an address is looked up once. Valid until the program ends. For one thread at a time.
const std::vector<SourcePlace> &source_places(const std::shared_ptr<const ElfFile> &file, std::uint64_t address,
                                              const std::vector<std::string> &debug_directories);

// True if debug information has the function at such an address but no line: its line table is damaged or missing.
bool lacks_line(const std::vector<SourcePlace> &places);

}  // namespace corefile
