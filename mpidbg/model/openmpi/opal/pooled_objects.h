#pragma once
// Objects that come from pools of the library.

#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

// Of a pool of ompi_request_t (or what extends it), those that are in use, in order.
Result<std::vector<Address>> requests_in_use(Objects &objects, Address free_list);

// Of any other pool, those that are not in its stack of free ones, which links its items. Whoever takes an item out of
// the stack clears its link, and the pool must be one whose items are in no other list. Errors: corrupt if the link of
// a free one leads to no other item of the pool and not to the end of the stack.
Result<std::vector<Address>> items_in_use(Objects &objects, Address free_list);

}  // namespace mpidbg::model::openmpi
