#pragma once
// The predefined datatypes of Open MPI 4.1 by their Fortran handles, which its binary interface fixes. Source:
// ompi/include/mpif-values.pl, mpi.h.

#include <cstdint>
#include <optional>
#include <span>

namespace mpidbg::model::openmpi {

// By Fortran handle, from MPI_DATATYPE_NULL on.
std::span<const char *const> predefined_datatype_names();

// MPI_DOUBLE_INT and its like: what they are made of, as Fortran handles; nothing for others.
struct PairType {
  std::int32_t first;
  std::int32_t second;
};
std::optional<PairType> pair_type(std::int32_t fortran_handle);

// The predefined type that stands for a basic type of the library's data engine; -1 if there is none.
std::int32_t datatype_of_basic_type(std::uint16_t id);

}  // namespace mpidbg::model::openmpi
