#pragma once
// Reads the completion queue of an endpoint.

#include <span>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/operations.h"

namespace mpidbg::model::ofi {

// Returns the numbers of completions that the queue of the endpoint at `endpoint`, a util_ep, has written and given to
// the MPI library. `empty` is false if some were not given to it, and otherwise unknown: the queue knows nothing of the
// network. Errors: corrupt; unreadable.
Result<Transport> read_completions(const debugger::Memory &memory, const layout::ofi::Layouts &layouts,
                                   Address endpoint);

// Succeeds if all these layouts are resolved. Errors: layout, with the first problem.
Status require(std::span<const layout::StructLayout *const> layouts);

}  // namespace mpidbg::model::ofi
