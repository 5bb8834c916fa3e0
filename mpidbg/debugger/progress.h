#pragma once
// Lets the host follow long operations and cancel them.

#include <cstdint>

namespace mpidbg::debugger {

// Called by the plugin with the work done so far and the total, in the same unit; a nonzero result asks it to stop.
using ProgressFunction = int (*)(void *context, std::uint64_t done, std::uint64_t total);

// Sets the host's function for all processes. Null means that no one is asked.
void set_progress(ProgressFunction function, void *context);

// Reports progress to the host. Returns false if the host asks to stop.
bool may_go_on(std::uint64_t done, std::uint64_t total);

}  // namespace mpidbg::debugger
