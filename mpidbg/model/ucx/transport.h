#pragma once
// Reads the state of the transports that carry messages to a worker.

#include <optional>
#include <vector>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ucx/layouts.h"

namespace mpidbg::model::ucx {

using layout::ucx::Layouts;

struct Transport {
  // The number of messages that arrived over shared memory, one counter per interface.
  std::vector<std::uint64_t> counters;
  // True if no message to the worker is in flight. Empty if this is unknown, because sockets and network hardware do
  // not show it, or because the structs of this version of UCX are unknown.
  std::optional<bool> empty;
};

// Reads the state of all interfaces of a worker. `worker` is the address of the ucp_worker. Errors: corrupt;
// unreadable.
Result<Transport> read_transport(const debugger::Memory &memory, const Layouts &layouts, Address worker);

}  // namespace mpidbg::model::ucx
