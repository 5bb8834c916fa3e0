#pragma once
// Finds the source of code: function, source file and line, including inlined functions. The debug information may be
// in any of the places that elf/debug_file.h lists, in split DWARF, or in files made by dwz.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "corefile/dwarf/source_place.h"
#include "corefile/elf/elf_file.h"

namespace corefile {

// Returns the places of the code at an address in the file (without the load bias): the innermost inlined function
// first, then for each function the place where it was called, and last the function that contains all of them. The
// result is empty if no debug information covers the address. For a return address, pass the address before it.
//
// Debug information is opened by the first call for a file, with the directories of that call, and stays open like the
// file. Each address is looked up once. The result is valid until the program ends. Only one thread at a time may call
// this function.
const std::vector<SourcePlace> &source_places(const std::shared_ptr<const ElfFile> &file, std::uint64_t address,
                                              const std::vector<std::string> &debug_directories);

// Returns true if `places`, a result of source_places(), names a function but no source line, because the line table in
// the debug information is damaged or missing.
bool lacks_line(const std::vector<SourcePlace> &places);

}  // namespace corefile
