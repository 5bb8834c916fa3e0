#pragma once
// Reads the provider shm, the shared memory of a node, from 1.17 on. Up to 1.18 it has queues of its own, from 1.19
// those of SharedReceives. Its sends are read up to 2.4.

#include <memory>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/provider.h"

namespace mpidbg::model::ofi {

// Returns a reader of the endpoint at `endpoint`, an smr_ep. `memory` and `layouts` must outlive it. Errors: layout if
// a struct is unknown; unreadable.
Result<std::unique_ptr<Provider>> open_shm(const debugger::Memory &memory, const layout::ofi::Layouts &layouts,
                                           Address endpoint);

}  // namespace mpidbg::model::ofi
