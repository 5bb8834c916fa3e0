#pragma once
// Decodes one message that has arrived in UCX.

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ucx/layouts.h"
#include "mpidbg/model/ucx/operations.h"

namespace mpidbg::model::ucx {

using layout::ucx::Layouts;

// Reads a message from its descriptor, a ucp_recv_desc. Errors: unreadable; corrupt if the descriptor does not hold a
// complete message or the first fragment of one.
Result<Message> read_message(const debugger::Memory &memory, const Layouts &layouts, Address descriptor);

}  // namespace mpidbg::model::ucx
