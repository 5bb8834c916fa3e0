#pragma once
// Reads the provider lnx, which links several providers, from 2.0 on. It matches the messages of all of them, so
// receives and messages are visible even where the provider below is not read; sends and matched receives are not.

#include <memory>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/provider.h"

namespace mpidbg::model::ofi {

// Returns a reader of the endpoint at `endpoint`, which is in an lnx_ep. `memory` and `layouts` must outlive it. Errors: layout if
// a struct is unknown.
Result<std::unique_ptr<Provider>> open_lnx(const debugger::Memory &memory, const layout::ofi::Layouts &layouts,
                                           Address endpoint);

}  // namespace mpidbg::model::ofi
