#pragma once
// Declares the part of mpi.h that the recorder needs: types and plain numbers. Predefined handles are in library.h,
// because they may be addresses in the library, and the recorder is not linked with the library.

// The recorder is built for the ABI of Open MPI, of MPICH, or of the MPI-5 standard. In the last case
// MPIDBG_IS_STANDARD_ABI is 1.
#ifdef MPIDBG_STANDARD_ABI
#include "mpidbg/recorder/standard_abi.h"
#else
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#endif
#if defined(MPI_ABI_VERSION) && MPI_ABI_VERSION > 0
#define MPIDBG_IS_STANDARD_ABI 1
#else
#define MPIDBG_IS_STANDARD_ABI 0
#endif

#include <cstdint>
#include <type_traits>

#include "mpidbg/recorder/record_format.h"

#if MPIDBG_IS_STANDARD_ABI && !defined(MPIDBG_STANDARD_ABI)
// The recorder defines MPI_Fint itself, because the standard ABI does not cover Fortran.
using MPI_Fint = int;
#endif

namespace recorder {

inline constexpr int multiple_threads = MPI_THREAD_MULTIPLE;
inline constexpr int handle_size = sizeof(MPI_Comm);

// Converts a handle to a word of 64 bits, the form that the record uses.
template <class MpiHandle>
std::uint64_t handle_word(MpiHandle handle) {
  if constexpr (std::is_pointer_v<MpiHandle>)
    return reinterpret_cast<std::uintptr_t>(handle);
  else
    return static_cast<std::uint32_t>(handle);
}
// Converts a word of 64 bits from the record to a handle.
template <class MpiHandle>
MpiHandle handle_of_word(std::uint64_t word) {
  if constexpr (std::is_pointer_v<MpiHandle>)
    return reinterpret_cast<MpiHandle>(word);
  else
    return static_cast<MpiHandle>(word);
}

}  // namespace recorder
