#pragma once
// What MPI_Get_count and MPI_Get_elements say of received bytes. -1 is MPI_UNDEFINED.

#include <cstdint>

#include "mpidbg/model/library/datatype_details.h"

namespace mpidbg::model {

// `size`: bytes of one element of the datatype, not 0.
std::int64_t whole_count(std::uint64_t bytes, std::uint64_t size);

// Predefined types in the bytes, by the type map. Errors: those of the map; out_of_range beyond 63 bits.
Result<std::int64_t> basic_elements(DatatypeDetails &details, Handle datatype, std::uint64_t size, std::uint64_t bytes);

}  // namespace mpidbg::model
