#pragma once
// The build-id of a module, read from the ELF header that its first page holds in memory.

#include <string>

#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

// Lower-case hexadecimal. Fails if there is no ELF header at `load_address`, its pages are not in memory, or it has no
// build-id note.
Result<std::string> read_build_id(const Memory &memory, Address load_address);

}  // namespace mpidbg::debugger
