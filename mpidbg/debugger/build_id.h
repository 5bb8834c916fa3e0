#pragma once
// Finds the build-id of a module from the ELF header in the first page of its memory.

#include <string>

#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

// Returns the build-id in lower-case hexadecimal. `load_address` is where the first page of the file is mapped. Fails
// if the memory does not start with an ELF header, if the pages of its notes are missing, or without a build-id note.
Result<std::string> read_build_id(const Memory &memory, Address load_address);

}  // namespace mpidbg::debugger
