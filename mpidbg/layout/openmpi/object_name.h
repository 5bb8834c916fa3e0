#pragma once
// Defines the size in bytes of each name in a struct, including the NUL: MPI_MAX_OBJECT_NAME in mpi.h, which is 64 in
// all versions.

#include <cstddef>

namespace mpidbg::layout::openmpi {

inline constexpr std::size_t object_name_length = 64;

}  // namespace mpidbg::layout::openmpi
