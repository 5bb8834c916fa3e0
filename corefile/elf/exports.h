#pragma once
// What a shared library offers to others and needs from them, read from the file without loading it.

#include <string>
#include <vector>

#include "corefile/base.h"

namespace corefile {

class ElfFile;

struct LibraryExports {
  // Defined and visible to others, in alphabetical order; without those that every linker adds (_init, _end, ...).
  std::vector<std::string> symbols;
  std::vector<std::string> needed;  // DT_NEEDED, in the file's order
};

// Errors: those of ElfFile::open(), and names that are together longer than any library's.
Result<LibraryExports> read_exports(const std::string &path);
Result<LibraryExports> read_exports(const ElfFile &file);

}  // namespace corefile
