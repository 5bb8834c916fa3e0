#pragma once
// Lets the host take part in searches of memory: it can tell which memory exists, and how memory that is searched is to
// be read. These functions are safe to be called from several threads.

#include <cstddef>
#include <span>
#include <vector>

#include "mpidbg/abi/memory_runs_interface.h"
#include "mpidbg/base/address_range.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

// Sets the host's function that lists touched memory. Null means that the host has none.
void set_memory_runs(mqs_process *process, mpidbg_memory_runs_function_t function);
// Sets the host's function that reads memory for searches. Null means that searches read like everything else.
void set_search_read(mqs_process *process, mpidbg_search_read_function_t function);
// Call this before the process record is freed.
void forget_search_functions(mqs_process *process);

// Returns the parts of `range` that may contain anything but zeros, in the order of addresses. Where the host does not
// know, or once its answers contradict themselves, the remaining range is returned as one part.
std::vector<AddressRange> memory_runs(const Memory &memory, AddressRange range);

// Like Memory::read(), for at most 1 MiB during a search.
Status read_searched(const Memory &memory, Address address, std::span<std::byte> buffer);

}  // namespace mpidbg::debugger
