#pragma once
// Defines numbers of datatypes that are the same from 4.1 to 6.0. Other numbers are in numbers.h. Each comment names
// the header that defines the number.

#include <cstdint>

namespace mpidbg::layout::openmpi {

// The bit of a datatype's field `flags` that states that the datatype is committed. Source:
// opal/datatype/opal_datatype.h, ompi/datatype/ompi_datatype.h.
inline constexpr std::uint16_t datatype_committed = 0x4;

// Types of records in a data description. Other values are the number of a basic type. Source:
// opal/datatype/opal_datatype_internal.h.
enum DataRecordType : std::uint16_t { data_loop, data_end_loop, data_lower_bound, data_upper_bound };

// The number of MPI_COMBINER_* constants. MPI_COMBINER_NAMED is the first one in mpi.h.
inline constexpr std::int32_t combiners = 19;

// Arguments of MPI_Type_create_subarray and MPI_Type_create_darray. Source: mpi.h.
inline constexpr std::int32_t order_c = 0, order_fortran = 1;
inline constexpr std::int32_t distribute_block = 0, distribute_cyclic = 1, distribute_none = 2;
inline constexpr std::int32_t distribute_default = -1;

}  // namespace mpidbg::layout::openmpi
