#pragma once
// mpi.h: MPI_MAX_OBJECT_NAME, the room of every name inside a struct, with its NUL. 64 in all versions.

#include <cstddef>

namespace mpidbg::layout::openmpi {

inline constexpr std::size_t object_name_length = 64;

}  // namespace mpidbg::layout::openmpi
