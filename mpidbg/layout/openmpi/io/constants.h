#pragma once
// Numbers of files that are the same from 4.1 to 6.0. Others are in numbers.h. Sources are the headers named below.

#include <cstddef>
#include <cstdint>

namespace mpidbg::layout::openmpi {

// A bit of f_flags. Source: ompi/file/file.h.
inline constexpr std::uint32_t file_is_closed = 0x1;

// MPI_MAX_DATAREP_STRING. Source: mpi.h.
inline constexpr std::size_t data_representation = 128;

}  // namespace mpidbg::layout::openmpi
