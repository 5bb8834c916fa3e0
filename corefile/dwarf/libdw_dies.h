#pragma once
// Reads types through elfutils' libdw, including split DWARF and supplementary files.

#include <memory>
#include <string>

#include "corefile/dwarf/type_index.h"

namespace corefile {

// Opens the DWARF debug information in a file. Fails if the file has none.
mpidbg::Result<std::unique_ptr<TypeSource>> open_with_libdw(const std::string &path);

}  // namespace corefile
