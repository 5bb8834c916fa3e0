#pragma once
// How the host has memory searched: which of it exists, and with what it is read.

#include <cstddef>
#include <span>
#include <vector>

#include "mpidbg/abi/memory_runs_interface.h"
#include "mpidbg/base/address_range.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

// Null: nobody is asked.
void set_memory_runs(mqs_process *process, mpidbg_memory_runs_function_t function);
// Null: searches read as all others do.
void set_search_read(mqs_process *process, mpidbg_search_read_function_t function);
// To be called before the process is forgotten.
void forget_search_functions(mqs_process *process);

// The parts of the range that can have another content than zeros, by address; all of it if the host does not know, and
// from where on its answers contradict themselves.
std::vector<AddressRange> memory_runs(const Memory &memory, AddressRange range);

// Memory::read() of at most 1 MiB for a search.
Status read_searched(const Memory &memory, Address address, std::span<std::byte> buffer);

}  // namespace mpidbg::debugger
