#pragma once
// Numbers of files that are the same from 4.1 to 6.0; the others are in numbers.h.
// Source: the headers named.

#include <cstddef>
#include <cstdint>

namespace mpidbg::layout::openmpi {

// ompi/file/file.h: f_flags
inline constexpr std::uint32_t file_is_closed = 0x1;

// mpi.h: MPI_MAX_DATAREP_STRING
inline constexpr std::size_t data_representation = 128;

}  // namespace mpidbg::layout::openmpi
