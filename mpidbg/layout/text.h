#pragma once
// Texts of the target that must be texts.

#include <string>

#include "mpidbg/debugger/memory.h"

namespace mpidbg::layout {

// A text of less than `size` bytes with a NUL behind it; `field` is "struct.field". Errors: unreadable; corrupt, with
// the address and the field, if there is no NUL, or if a control character that is not white space is its first
// character or more than a quarter of it are such ones. Bytes beyond ASCII are not judged: MPI does not say how names
// are encoded.
Result<std::string> read_text(const debugger::Memory &memory, Address address, std::size_t size,
                              const std::string &field);

}  // namespace mpidbg::layout
