#pragma once
// Reads the provider tcp where it has reliable datagrams itself ("tcp" from 1.18, "net" in 1.17). By
// default, a send is complete when the socket has it, and the receiver keeps messages that match no receive.

#include <memory>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/provider.h"

namespace mpidbg::model::ofi {

// Returns a reader of the endpoint at `endpoint`, an xnet_rdm. `memory` and `layouts` must outlive it. Errors: layout
// if a struct is unknown.
Result<std::unique_ptr<Provider>> open_xnet(const debugger::Memory &memory, const layout::ofi::Layouts &layouts,
                                            Address endpoint);

}  // namespace mpidbg::model::ofi
