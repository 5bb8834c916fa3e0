#pragma once
// Reads the buffer of a receive, which may have several parts.

#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/ofi/operations.h"

namespace mpidbg::model::ofi {

// Fills in the first part of a receive's buffer and the bytes of all parts, from the array of `parts` iovec at `place`.
// Errors: corrupt if there are too many parts, or bytes; unreadable.
Status read_buffer(const debugger::Memory &memory, Address place, std::uint64_t parts, Receive &receive);

}  // namespace mpidbg::model::ofi
