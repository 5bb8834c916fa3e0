#pragma once
// Numbers of MPICH's mpi.h and headers. Source: 4.0 (src/include/mpi.h.in, mpichconfconst.h, src/mpi/init/mpi_init.h).

#include <cstdint>

namespace mpidbg::layout::mpich {

// MPI_T_VERBOSITY_USER_BASIC, MPI_T_BIND_NO_OBJECT and MPI_T_SCOPE_CONSTANT; the others follow.
inline constexpr std::uint32_t first_verbosity = 221;
inline constexpr std::uint32_t first_binding = 9700;
inline constexpr std::uint32_t first_scope = 60438;
inline constexpr std::uint32_t verbosities = 9;
inline constexpr std::uint32_t bindings = 11;
inline constexpr std::uint32_t scopes = 7;

// A handle of a predefined datatype: these bits, the size of a value in the second byte, and its number in the lowest.
inline constexpr std::uint32_t predefined_datatype = 0x4c000000;
inline constexpr std::uint32_t datatype_size_shift = 8;
enum DatatypeNumber : std::uint32_t {
  datatype_char = 0x01,
  datatype_int = 0x05,
  datatype_unsigned = 0x06,
  datatype_long = 0x07,
  datatype_unsigned_long = 0x08,
  datatype_double = 0x0b,
  datatype_unsigned_long_long = 0x19
};

// MPIR_Process.mpich_state: 0 before the first MPI_Init or MPI_Session_init and after the last of their ends.
inline constexpr std::int32_t library_initialized = 2;
// MPIR_world_model_state: what MPI_Initialized and MPI_Finalized report.
inline constexpr std::int32_t world_finalized = 2;

}  // namespace mpidbg::layout::mpich
