#pragma once
// One arrived message of UCX, decoded.

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ucx/layouts.h"
#include "mpidbg/model/ucx/operations.h"

namespace mpidbg::model::ucx {

using layout::ucx::Layouts;

// From its descriptor, ucp_recv_desc. Errors: unreadable; corrupt if it is no first or only part of a message.
Result<Message> read_message(const debugger::Memory &memory, const Layouts &layouts, Address descriptor);

}  // namespace mpidbg::model::ucx
