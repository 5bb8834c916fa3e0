#pragma once
// Types through elfutils' libdw: split DWARF and supplementary files included.

#include <memory>
#include <string>

#include "corefile/dwarf/type_index.h"

namespace corefile {

// An error if the file has no DWARF.
mpidbg::Result<std::unique_ptr<TypeSource>> open_with_libdw(const std::string &path);

}  // namespace corefile
