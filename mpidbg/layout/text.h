#pragma once
// Texts of the target that must be texts.

#include <string>

#include "mpidbg/debugger/memory.h"

namespace mpidbg::layout {

// A NUL-terminated text of less than `size` bytes; `field` is "struct.field". Errors, with the address and the field:
// unreadable; corrupt, if the NUL is missing, if the first character is a control character, or if more than a quarter
// of the characters are (white space aside). Bytes beyond ASCII are accepted: MPI does not say how names are encoded.
Result<std::string> read_text(const debugger::Memory &memory, Address address, std::size_t size,
                              const std::string &field);

}  // namespace mpidbg::layout
