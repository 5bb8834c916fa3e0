#pragma once
// Which memory of a range exists, as the host knows it.

#include <vector>

#include "mpidbg/abi/memory_runs_interface.h"
#include "mpidbg/base/address_range.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::debugger {

// Null: nobody is asked. To be set to null before the process is forgotten.
void set_memory_runs(mqs_process *process, mpidbg_memory_runs_function_t function);

// The parts of the range that can have another content than zeros, by address; all of it if the host does not know, and
// from where on its answers contradict themselves.
std::vector<AddressRange> memory_runs(const Memory &memory, AddressRange range);

}  // namespace mpidbg::debugger
