#pragma once
// Numbers of datatypes that are the same from 4.1 to 6.0; the others are in numbers.h.
// Source: the headers named.

#include <cstdint>

namespace mpidbg::layout::openmpi {

// opal/datatype/opal_datatype.h, ompi/datatype/ompi_datatype.h: flags of a datatype
inline constexpr std::uint16_t datatype_committed = 0x4;

// opal/datatype/opal_datatype_internal.h: types of records of a data description; others name a basic type
enum DataRecordType : std::uint16_t { data_loop, data_end_loop, data_lower_bound, data_upper_bound };

// mpi.h: MPI_COMBINER_*, numbered from MPI_COMBINER_NAMED on
inline constexpr std::int32_t combiners = 19;

// mpi.h: arguments of MPI_Type_create_subarray and _darray
inline constexpr std::int32_t order_c = 0, order_fortran = 1;
inline constexpr std::int32_t distribute_block = 0, distribute_cyclic = 1, distribute_none = 2;
inline constexpr std::int32_t distribute_default = -1;

}  // namespace mpidbg::layout::openmpi
