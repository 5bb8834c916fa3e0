#pragma once
// Reads the provider ofi_rxm, which makes reliable datagrams out of the connections of tcp or verbs. Up to version 1.22
// it has queues of its own, from 2.0 those of SharedReceives.

#include <memory>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/provider.h"

namespace mpidbg::model::ofi {

// Returns a reader of the endpoint at `endpoint`, an rxm_ep. `memory` and `layouts` must outlive it. Errors: layout if
// a struct is unknown.
Result<std::unique_ptr<Provider>> open_rxm(const debugger::Memory &memory, const layout::ofi::Layouts &layouts,
                                           Address endpoint);

}  // namespace mpidbg::model::ofi
