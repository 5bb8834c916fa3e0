#pragma once
// Computes the results of MPI_Get_count and MPI_Get_elements from the number of received bytes. -1 stands for
// MPI_UNDEFINED.

#include <cstdint>

#include "mpidbg/model/library/datatype_details.h"

namespace mpidbg::model {

// Returns the number of elements of a datatype, or -1 if the last one is incomplete. `size` is the size of one element
// in bytes, not 0.
std::int64_t whole_count(std::uint64_t bytes, std::uint64_t size);

// Returns the number of elements of predefined types in `bytes` bytes of a datatype, according to the datatype's type
// map. `size` is the size of the datatype. Errors: those of the type map; out_of_range if the number exceeds 63 bits.
Result<std::int64_t> basic_elements(DatatypeDetails &details, Handle datatype, std::uint64_t size, std::uint64_t bytes);

}  // namespace mpidbg::model
