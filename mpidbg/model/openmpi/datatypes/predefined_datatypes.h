#pragma once
// Lists the predefined datatypes of Open MPI 4.1, indexed by their Fortran handles. These numbers never change, because
// they are part of Open MPI's binary interface. Sources: ompi/include/mpif-values.pl and mpi.h.

#include <cstdint>
#include <optional>
#include <span>

namespace mpidbg::model::openmpi {

// Returns the standard's names of the datatypes, indexed by Fortran handle. MPI_DATATYPE_NULL has index 0.
std::span<const char *const> predefined_datatype_names();

// Holds the two parts of a pair type such as MPI_DOUBLE_INT, as Fortran handles.
struct PairType {
  std::int32_t first;
  std::int32_t second;
};
// Returns the parts of a pair type; nullopt for other datatypes.
std::optional<PairType> pair_type(std::int32_t fortran_handle);

// Returns the Fortran handle of a predefined datatype; -1 if there is none. `id` is the number of the corresponding
// basic type in OPAL's datatype engine.
std::int32_t datatype_of_basic_type(std::uint16_t id);

}  // namespace mpidbg::model::openmpi
