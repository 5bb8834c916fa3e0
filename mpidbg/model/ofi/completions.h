#pragma once
// Reads the completion queue of an endpoint, and what else all providers have.

#include <span>
#include <string>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/operations.h"

namespace mpidbg::model::ofi {

// Returns the numbers of completions that the queue of the endpoint at `endpoint`, a util_ep, has written and given to
// the MPI library. `empty` is false if some were not given to it, and otherwise unknown: the queue knows nothing of the
// network. Errors: corrupt; unreadable.
Result<Transport> read_completions(const debugger::Memory &memory, const layout::ofi::Layouts &layouts,
                                   Address endpoint);

// Returns the same for the completion queue at `queue`, a util_cq.
Result<Transport> read_completion_queue(const debugger::Memory &memory, const layout::ofi::Layouts &layouts,
                                        Address queue);

// Returns the name of the provider of the domain at `domain`, a util_domain. Errors: corrupt if it is not a domain;
// unreadable.
Result<std::string> provider_of(const debugger::Memory &memory, const layout::ofi::Layouts &layouts, Address domain);

// Succeeds if all these layouts are resolved. Errors: layout, with the first problem.
Status require(std::span<const layout::StructLayout *const> layouts);

}  // namespace mpidbg::model::ofi
