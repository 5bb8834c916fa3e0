#pragma once
// Reads the provider lnx, which links several providers, in 2.0 and 2.1. It matches the messages of all of them, so
// receives and messages are visible even where the provider below is not read; sends and matched receives are not.

#include <memory>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/provider.h"

namespace mpidbg::model::ofi {

// Returns a reader of the endpoint at `endpoint`, an lnx_ep. `memory` and `layouts` must outlive it.
// Errors: layout if a struct is unknown; not_supported in later versions, whose endpoints are inside of the lnx_ep.
Result<std::unique_ptr<Provider>> open_lnx(const debugger::Memory &memory, const layout::ofi::Layouts &layouts,
                                           Address endpoint);

}  // namespace mpidbg::model::ofi
