#pragma once
// Reads the provider psm3, whose library matches messages itself. Messages and sends have addresses, sizes and tags,
// and all messages are counted.

#include <memory>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/provider.h"

namespace mpidbg::model::ofi {

// Returns a reader of the endpoint at `endpoint`, a psmx3_fid_ep. `memory` and `layouts` must outlive it. Errors:
// layout if a struct is unknown; unreadable.
Result<std::unique_ptr<Provider>> open_psm(const debugger::Memory &memory, const layout::ofi::Layouts &layouts,
                                           Address endpoint);

}  // namespace mpidbg::model::ofi
