#pragma once
// Finds the domains and endpoints of a process without knowing the MPI library: libfabric lists its fabrics, and each
// lists its domains.

#include <span>
#include <string>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"

namespace mpidbg::model::ofi {

using layout::ofi::Layouts;

struct FoundDomain {
  // The address of the util_domain.
  Address domain{};
  // The name of its provider, such as "ofi_rxm".
  std::string provider;
};

// Returns all domains, in the order of the list. The list is searched in the static data of libfabric. Providers that
// were loaded from files of their own have lists of their own, which are not found. Errors: not_found if the library or
// the list is not found; corrupt; unreadable.
Result<std::vector<FoundDomain>> find_domains(const debugger::Image &image, const debugger::Memory &memory,
                                              const Layouts &layouts);

// Returns the endpoints for reliable datagrams that are in memory and have one of the domains, in the order of their
// addresses. `ranges` is the memory to search, which takes a second for each 100 MiB. Endpoints of providers below
// others, such as those of tcp below ofi_rxm, are of another kind or of domains of their own. Errors: those of
// walk_memory().
Result<std::vector<Address>> find_endpoints(const debugger::Memory &memory, const Layouts &layouts,
                                            std::span<const FoundDomain> domains, std::span<const AddressRange> ranges);

}  // namespace mpidbg::model::ofi
