#pragma once
// Requests that make a communicator. The library makes one of others: each has a schedule of steps, and waits for the
// requests of its first step. Source: ompi/communicator/comm_request.{h,c}.

#include <unordered_set>

#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

// Adds the request, and what it waits for, directly or not. A step that cannot be read adds nothing.
void add_with_parts(Objects &objects, Address request, std::unordered_set<Address> &found);

}  // namespace mpidbg::model::openmpi
