#pragma once
// The host's say in work that takes long.

#include <cstdint>

namespace mpidbg::debugger {

using ProgressFunction = int (*)(void *context, std::uint64_t done, std::uint64_t total);

// Null: nobody is asked. For all processes.
void set_progress(ProgressFunction function, void *context);

// Tells the host how far the work is; false if it wants it to end.
bool may_go_on(std::uint64_t done, std::uint64_t total);

}  // namespace mpidbg::debugger
