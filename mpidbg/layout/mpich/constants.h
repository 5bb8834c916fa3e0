#pragma once
// Numbers of MPICH's mpi.h and headers. Source: 4.0 (src/include/mpi.h.in, mpichconfconst.h, src/mpi/init/mpi_init.h).

#include <cstdint>

namespace mpidbg::layout::mpich {

// MPI_T_SCOPE_*
inline constexpr std::uint32_t scopes = 7;

// A handle of a predefined datatype: these bits, the size of a value in the second byte, and its number in the lowest.
inline constexpr std::uint32_t predefined_datatype = 0x4c000000;
inline constexpr std::uint32_t predefined_datatype_bits = 0xfc000000;
inline constexpr std::uint32_t datatype_size_shift = 8;
// src/include/mpir_datatype.h, from 5.0 on: MPIR_FIXED0 and the bits of the kind, in the library's own handle of the
// type
inline constexpr std::uint32_t own_datatype = 0x00800000, own_datatype_kinds = 0x007f0000;
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
inline constexpr std::int32_t world_initialized = 1;
inline constexpr std::int32_t world_finalized = 2;

// configure: MAX_ALIGNMENT, of the arrays after an MPIR_Datatype_contents
inline constexpr std::uint64_t contents_alignment = 16;

// mpi.h: MPI_MODE_NOCHECK
inline constexpr std::uint32_t mode_nocheck = 1024;

// src/include/mpir_misc.h: MPIR_Lang_t, of builds with both bindings
enum Language : std::uint32_t { language_c, language_fortran, language_fortran_90, language_cxx };

// src/include/mpir_op.h: MPIR_Op_kind of the program's operations that do not commute, as 4.0 to 4.3 tell it
inline constexpr std::uint32_t op_user_noncommuting = 32, op_user_noncommuting_large = 34;

// src/mpid/ch4/include/mpidpre.h: MPIDIG_EPOTYPE_*
enum EpochType : std::int32_t {
  epoch_none,
  epoch_lock,
  epoch_start,
  epoch_post,
  epoch_fence,
  epoch_after_fence,  // a fence has ended the one before, and nothing was communicated since
  epoch_lock_all
};

}  // namespace mpidbg::layout::mpich
