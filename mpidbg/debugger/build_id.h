#pragma once
// Finds the build-id of a module from the ELF header in the first page of its memory.

#include <string>

#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

// Returns the build-id in lower-case hexadecimal. `load_address` is the address at which the first page of the file is
// mapped. Fails if the memory does not start with an ELF header, if the pages with the file's notes are missing, or if
// the build-id is missing.
Result<std::string> read_build_id(const Memory &memory, Address load_address);

}  // namespace mpidbg::debugger
