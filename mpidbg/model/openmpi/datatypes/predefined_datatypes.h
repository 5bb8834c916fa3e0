#pragma once
// The predefined datatypes of Open MPI 4.1, indexed by their Fortran handles. The binary interface of Open MPI fixes
// these numbers. Sources: ompi/include/mpif-values.pl and mpi.h.

#include <cstdint>
#include <optional>
#include <span>

namespace mpidbg::model::openmpi {

// Returns the names of the standard, indexed by Fortran handle from MPI_DATATYPE_NULL (0) on.
std::span<const char *const> predefined_datatype_names();

// The two parts of a pair type such as MPI_DOUBLE_INT, as Fortran handles.
struct PairType {
  std::int32_t first;
  std::int32_t second;
};
// Returns nullopt if the datatype is not a pair type.
std::optional<PairType> pair_type(std::int32_t fortran_handle);

// Returns the Fortran handle of the predefined type that corresponds to a basic type of the library's data engine; -1
// if there is none.
std::int32_t datatype_of_basic_type(std::uint16_t id);

}  // namespace mpidbg::model::openmpi
