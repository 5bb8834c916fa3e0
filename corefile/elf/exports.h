#pragma once
// What a shared library offers to others and needs from them, read from the file without loading it.

#include <string>
#include <vector>

#include "corefile/base.h"

namespace corefile {

struct LibraryExports {
  // Defined and visible to others, in alphabetical order; without those that every linker adds (_init, _end, ...).
  std::vector<std::string> symbols;
  std::vector<std::string> needed;  // DT_NEEDED, in the file's order
};

// Errors: those of ElfFile::open().
Result<LibraryExports> read_exports(const std::string &path);

}  // namespace corefile
