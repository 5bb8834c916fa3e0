#pragma once
// Lists objects that are allocated from pools of the library.

#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

// Returns the requests in use in a pool of ompi_request_t or of a struct derived from it, in the order of the pool.
Result<std::vector<Address>> requests_in_use(Objects &objects, Address free_list);

// Returns the items of any other pool that are not on its stack of free items. Taking an item off the stack clears its
// link, so the items of the pool must not be in other lists. Errors: corrupt if the link of a free item leads neither
// to an item of the pool nor to the end of the stack.
Result<std::vector<Address>> items_in_use(Objects &objects, Address free_list);

}  // namespace mpidbg::model::openmpi
