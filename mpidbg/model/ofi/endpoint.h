#pragma once
// Finds the provider of an endpoint that an MPI library uses, and opens its reader.

#include <memory>
#include <string>

#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"
#include "mpidbg/model/ofi/provider.h"

namespace mpidbg::model::ofi {

// Holds an endpoint that can be read.
struct OpenEndpoint {
  // The endpoint of the provider: that of the MPI library, or, if libfabric puts hooks before it, the one behind them.
  Address endpoint{};
  // The name of the provider, such as "ofi_rxm".
  std::string name;
  std::unique_ptr<Provider> provider;
};

// Opens the endpoint at `endpoint`, a fid_ep. Checks that it is one, that its domain leads to a provider, and that the
// queues match the layouts. `memory` and `layouts` must outlive the result. Errors: not_supported if the provider
// cannot be read, with its name; layout if a struct is unknown; corrupt; unreadable.
Result<OpenEndpoint> open_endpoint(const debugger::Memory &memory, const layout::ofi::Layouts &layouts,
                                   Address endpoint);

}  // namespace mpidbg::model::ofi
