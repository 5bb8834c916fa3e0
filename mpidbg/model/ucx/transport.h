#pragma once
// What is between the worker and the senders of its messages.

#include <optional>
#include <vector>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ucx/layouts.h"

namespace mpidbg::model::ucx {

using layout::ucx::Layouts;

struct Transport {
  std::vector<std::uint64_t> counters;  // of messages that came over shared memory
  // Whether no message is under way to the worker; empty if a transport that it uses does not show that, as sockets and
  // network hardware, or the structs of this version are not known.
  std::optional<bool> empty;
};

// Of all interfaces of the worker at `worker`. Errors: corrupt; unreadable.
Result<Transport> read_transport(const debugger::Memory &memory, const Layouts &layouts, Address worker);

}  // namespace mpidbg::model::ucx
