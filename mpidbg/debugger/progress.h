#pragma once
// Reports the progress of long operations to the host and lets the host cancel them.

#include <cstdint>

namespace mpidbg::debugger {

// The type of the host's function for progress. The plugin calls it with the work done so far and the total, in the
// same unit. A nonzero result asks the plugin to stop.
using ProgressFunction = int (*)(void *context, std::uint64_t done, std::uint64_t total);

// Sets the host's function for all processes; null if the host has none.
void set_progress(ProgressFunction function, void *context);

// Reports progress to the host. Returns true unless the host asks to stop.
bool may_go_on(std::uint64_t done, std::uint64_t total);

}  // namespace mpidbg::debugger
