#pragma once
// Lets the host take part in searches of memory: it can list the memory that was ever touched, and provide its own
// function for reading memory that is searched. These functions may be called from several threads.

#include <cstddef>
#include <span>
#include <vector>

#include "mpidbg/abi/memory_runs_interface.h"
#include "mpidbg/base/address_range.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

// Sets the host's function that lists touched memory; null if the host has none.
void set_memory_runs(mqs_process *process, mpidbg_memory_runs_function_t function);
// Sets the host's function that reads memory for searches; null if searches use the ordinary callbacks.
void set_search_read(mqs_process *process, mpidbg_search_read_function_t function);
// Forgets the host's functions for a process. Must be called before the plugin forgets the process.
void forget_search_functions(mqs_process *process);

// Returns the parts of `range` that may contain bytes other than zero, ordered by address. If the host does not know
// the parts, or if its answers contradict each other, the rest of the range is returned as one part.
std::vector<AddressRange> memory_runs(const Memory &memory, AddressRange range);

// Reads at most 1 MiB for a search. In all other respects, the function works like Memory::read().
Status read_searched(const Memory &memory, Address address, std::span<std::byte> buffer);

}  // namespace mpidbg::debugger
