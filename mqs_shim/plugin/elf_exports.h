#pragma once
// What a shared library of this machine exports and needs, read from the file without loading it.

#include <string>
#include <vector>

#include "mpidbg/base/result.h"

namespace mqs_shim {

struct ElfExports {
  std::vector<std::string> symbols;  // defined and visible to others, in alphabetical order; not the linker's own
  std::vector<std::string> needed;   // DT_NEEDED
};

mpidbg::Result<ElfExports> read_elf_exports(const std::string &path);

}  // namespace mqs_shim
