#pragma once
// The part of mpi.h that the recorder is built on: types and plain numbers. Predefined handles may be addresses in the
// library, which is not linked: library.h has those.

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <cstdint>
#include <type_traits>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

inline constexpr int multiple_threads = MPI_THREAD_MULTIPLE;
inline constexpr int handle_size = sizeof(MPI_Comm);

// A handle as the 64 bits of the record.
template <class MpiHandle>
std::uint64_t handle_word(MpiHandle handle) {
  if constexpr (std::is_pointer_v<MpiHandle>)
    return reinterpret_cast<std::uintptr_t>(handle);
  else
    return static_cast<std::uint32_t>(handle);
}
template <class MpiHandle>
MpiHandle handle_of_word(std::uint64_t word) {
  if constexpr (std::is_pointer_v<MpiHandle>)
    return reinterpret_cast<MpiHandle>(word);
  else
    return static_cast<MpiHandle>(word);
}

}  // namespace recorder
