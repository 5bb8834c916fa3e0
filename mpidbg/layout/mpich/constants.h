#pragma once
// Defines numbers from MPICH's mpi.h and other headers. Source: 4.0 (src/include/mpi.h.in, mpichconfconst.h,
// src/mpi/init/mpi_init.h).

#include <cstdint>

namespace mpidbg::layout::mpich {

// The number of MPI_T_SCOPE_* constants.
inline constexpr std::uint32_t scopes = 7;

// The bits that are set in the handle of a predefined datatype. The second byte of such a handle is the size of a
// value, and the lowest byte the type's number.
inline constexpr std::uint32_t predefined_datatype = 0x4c000000;
inline constexpr std::uint32_t predefined_datatype_bits = 0xfc000000;
inline constexpr std::uint32_t datatype_size_shift = 8;
// The bits that the library's own handle of a predefined type has since 5.0: MPIR_FIXED0, and the kind of type. Source:
// src/include/mpir_datatype.h.
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

// The value of MPIR_Process.mpich_state while the library is initialized. It is 0 before the first MPI_Init or
// MPI_Session_init and after the last MPI_Finalize or MPI_Session_finalize.
inline constexpr std::int32_t library_initialized = 2;
// Values of MPIR_world_model_state, which determine the results of MPI_Initialized and MPI_Finalized.
inline constexpr std::int32_t world_initialized = 1;
inline constexpr std::int32_t world_finalized = 2;

// The alignment in bytes of the arrays after an MPIR_Datatype_contents: MAX_ALIGNMENT. Source: configure.
inline constexpr std::uint64_t contents_alignment = 16;

// MPI_MODE_NOCHECK. Source: mpi.h.
inline constexpr std::uint32_t mode_nocheck = 1024;

// Values of MPIR_Lang_t in builds with both bindings. Source: src/include/mpir_misc.h.
enum Language : std::uint32_t { language_c, language_fortran, language_fortran_90, language_cxx };

// Values of MPIR_Op_kind for the program's noncommutative operations in 4.0 to 4.3. Source: src/include/mpir_op.h.
inline constexpr std::uint32_t op_user_noncommuting = 32, op_user_noncommuting_large = 34;

// The kinds of a window's epochs, with the values of MPIDIG_EPOTYPE_*. Source: src/mpid/ch4/include/mpidpre.h.
enum EpochType : std::int32_t {
  epoch_none,
  epoch_lock,
  epoch_start,
  epoch_post,
  epoch_fence,
  // A fence has ended the previous epoch, and no communication has followed yet.
  epoch_after_fence,
  epoch_lock_all
};

}  // namespace mpidbg::layout::mpich
