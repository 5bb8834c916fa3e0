#pragma once
// Reads types through elfutils' libdw, including split DWARF and supplementary files.

#include <memory>
#include <string>

#include "corefile/dwarf/type_index.h"

namespace corefile {

// Opens the DWARF of a file. Fails if it has none.
mpidbg::Result<std::unique_ptr<TypeSource>> open_with_libdw(const std::string &path);

}  // namespace corefile
