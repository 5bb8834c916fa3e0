#pragma once
// Reads all memory of given ranges, for searches.

#include <cstddef>
#include <functional>
#include <span>

#include "mpidbg/base/address_range.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

// Calls visit(piece, begin) for all readable memory of `ranges`, in pieces of at most 1 MiB that begin at multiples of
// eight bytes. Memory that cannot be read, or that the host knows was never touched, is skipped. A piece is valid
// during the call only. Errors: unavailable if the memory to read exceeds `most_bytes` in total, or if the host
// cancels.
Status walk_memory(const Memory &memory, std::span<const AddressRange> ranges,
                   const std::function<void(std::span<const std::byte> piece, Address begin)> &visit,
                   std::uint64_t most_bytes = limits::search_bytes);

}  // namespace mpidbg::debugger
