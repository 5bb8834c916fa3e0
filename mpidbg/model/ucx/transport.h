#pragma once
// Reads the state of the transports between a worker and the senders of its messages.

#include <optional>
#include <vector>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ucx/layouts.h"

namespace mpidbg::model::ucx {

using layout::ucx::Layouts;

struct Transport {
  // The numbers of messages that came over shared memory, one counter per interface.
  std::vector<std::uint64_t> counters;
  // True if no message to the worker is in flight. Empty if a transport in use does not show that (sockets and network
  // hardware) or if the structs of this version are unknown.
  std::optional<bool> empty;
};

// Reads all interfaces of the worker at address `worker`. Errors: corrupt; unreadable.
Result<Transport> read_transport(const debugger::Memory &memory, const Layouts &layouts, Address worker);

}  // namespace mpidbg::model::ucx
