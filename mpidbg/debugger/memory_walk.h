#pragma once
// Reading all memory of given ranges, to search it.

#include <cstddef>
#include <functional>
#include <span>

#include "mpidbg/base/address_range.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

// Calls visit(piece, begin) for all readable memory of the ranges, in pieces of at most 1 MiB that begin at multiples
// of eight; memory that cannot be read, or of which the host knows that it was never touched, is left out. Errors:
// unavailable if the rest has more than `most_bytes` together, or if the host cancels.
Status walk_memory(const Memory &memory, std::span<const AddressRange> ranges,
                   const std::function<void(std::span<const std::byte> piece, Address begin)> &visit,
                   std::uint64_t most_bytes = limits::search_bytes);

}  // namespace mpidbg::debugger
