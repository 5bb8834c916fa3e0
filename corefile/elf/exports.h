#pragma once
// Lists the symbols that a shared library exports and the libraries it needs, from the file and without loading it.

#include <string>
#include <vector>

#include "corefile/base.h"

namespace corefile {

class ElfFile;

// The interface of a shared library.
struct LibraryExports {
  // Defined and exported symbols in alphabetical order, without those that every linker adds (_init, _end and so on).
  std::vector<std::string> symbols;
  // The names in DT_NEEDED, in the file's order.
  std::vector<std::string> needed;
};

// Reads the interface of the library. Errors: those of ElfFile::open(); or the total length of the names is
// implausible.
Result<LibraryExports> read_exports(const std::string &path);
Result<LibraryExports> read_exports(const ElfFile &file);

}  // namespace corefile
