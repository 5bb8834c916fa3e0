#pragma once
// Reads strings of the target and checks that they are plausible.

#include <string>

#include "mpidbg/debugger/memory.h"

namespace mpidbg::layout {

// Reads a NUL-terminated string of less than `size` bytes. `field` is "struct.field", for errors. Errors: unreadable;
// corrupt if the NUL is missing, if the first character is a control character, or if more than a quarter of the
// characters are control characters other than white space. Bytes beyond ASCII are accepted, because MPI does not
// define the encoding of names.
Result<std::string> read_text(const debugger::Memory &memory, Address address, std::size_t size,
                              const std::string &field);

}  // namespace mpidbg::layout
