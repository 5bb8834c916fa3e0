#pragma once
// Defines numbers of files that are the same from 4.1 to 6.0. Other numbers are in numbers.h. Each comment names the
// header that defines the number.

#include <cstddef>
#include <cstdint>

namespace mpidbg::layout::openmpi {

// The bit of a file's field f_flags that states that the file is closed. Source: ompi/file/file.h.
inline constexpr std::uint32_t file_is_closed = 0x1;

// The size of a data representation's name: MPI_MAX_DATAREP_STRING. Source: mpi.h.
inline constexpr std::size_t data_representation = 128;

}  // namespace mpidbg::layout::openmpi
