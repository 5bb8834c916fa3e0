#pragma once
// Lists the objects in use that are allocated from pools of the library.

#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

// Returns the requests in use in a pool of ompi_request_t or of a struct derived from it, in the order of the pool.
Result<std::vector<Address>> requests_in_use(Objects &objects, Address free_list);

// Returns the items in use of a pool that does not hold requests. An item is in use if it is not on the pool's stack of
// free items. Taking an item off the stack clears its link, so the function works only for items that are in no other
// list. Errors: corrupt if the link of a free item leads neither to an item of the pool nor to the end of the stack.
Result<std::vector<Address>> items_in_use(Objects &objects, Address free_list);

}  // namespace mpidbg::model::openmpi
