#pragma once
// Reads pairs of keys and values: those of info objects, and the hints of other objects.

#include "mpidbg/model/objects/info.h"
#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

// Returns all pairs of an opal_info_t, the first part of an ompi_info_t, in order.
Result<std::vector<InfoPair>> read_info_pairs(Objects &objects, Address info);

// Returns the hints of the communicator, window or file at `object`. Each such object has an info object of its own. It
// contains the value in effect under the key, and the program's value under "_OMPI_IN_" followed by the key.
Result<Hints> read_hints(Objects &objects, Address object);

// Explains in a sentence why hints cannot be seen in this process; empty if they can.
std::string hints_problem(const Layouts &layouts);

}  // namespace mpidbg::model::openmpi
