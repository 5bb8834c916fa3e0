#pragma once
// Types through libdwarf.

#include <memory>
#include <string>

#include "corefile/dwarf/type_index.h"

namespace corefile {

// An error if the file has no DWARF or libdwarf cannot read it.
mpidbg::Result<std::unique_ptr<TypeSource>> open_with_libdwarf(const std::string &path);

}  // namespace corefile
