#pragma once
// Key and value pairs: those of an info object, and the hints that other objects keep.

#include "mpidbg/model/objects/info.h"
#include "mpidbg/model/openmpi/opal/containers.h"

namespace mpidbg::model::openmpi {

// The pairs of an opal_info_t (what an ompi_info_t starts with), complete and in order.
Result<std::vector<InfoPair>> read_info_pairs(Objects &objects, Address info);

// The hints of the communicator, window or file at `object`. Each has an info object of its own, in which the library
// keeps what the program asked for under "_OMPI_IN_" and the key, beside what it made of it.
Result<Hints> read_hints(Objects &objects, Address object);

// Why hints cannot be seen in this process; empty if they can.
std::string hints_problem(const Layouts &layouts);

}  // namespace mpidbg::model::openmpi
