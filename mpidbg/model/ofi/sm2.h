#pragma once
// Reads the provider sm2, the shared memory of a node, from 1.19 on. Its queues are those of SharedReceives; its sends
// are in shared memory and are not read.

#include <memory>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/provider.h"

namespace mpidbg::model::ofi {

// Returns a reader of the endpoint at `endpoint`, an sm2_ep. `memory` and `layouts` must outlive it. Errors: layout if
// a struct is unknown; unreadable.
Result<std::unique_ptr<Provider>> open_sm2(const debugger::Memory &memory, const layout::ofi::Layouts &layouts,
                                           Address endpoint);

}  // namespace mpidbg::model::ofi
