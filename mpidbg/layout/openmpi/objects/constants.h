#pragma once
// Defines numbers of the state of MPI, communicators, attributes, windows, groups, error handlers and operations that
// are the same from 4.1 to 6.0. Other numbers are in numbers.h. Each comment names the header that defines the number.

#include <cstdint>

namespace mpidbg::layout::openmpi {

// Values of the variable ompi_mpi_state, the state of MPI. Source: ompi/runtime/mpiruntime.h.
enum MpiStateValue : std::int32_t {
  state_not_initialized = 0,
  state_init_completed = 2,
  // MPI_Finalize has deleted the attributes of MPI_COMM_SELF.
  state_finalize_past_comm_self_destruct = 4,
  state_finalize_completed = 5
};

// Bits of a communicator's field c_flags. Source: ompi/communicator/communicator.h.
inline constexpr std::uint32_t comm_inter = 0x1;
inline constexpr std::uint32_t comm_name_is_set = 0x2;
inline constexpr std::uint32_t comm_intrinsic = 0x4;
inline constexpr std::uint32_t comm_is_freed = 0x10;
inline constexpr std::uint32_t comm_invalid = 0x20;
inline constexpr std::uint32_t comm_cartesian = 0x100;
inline constexpr std::uint32_t comm_graph = 0x200;
inline constexpr std::uint32_t comm_distributed_graph = 0x400;
// The bit that states that c_index is the same on all members; since 5.0.
inline constexpr std::uint32_t comm_global_index = 0x10000;
// The bit that states that the point-to-point layer has made its struct for the communicator.
inline constexpr std::uint32_t comm_pml_added = 0x1000;

// The bit of the field c_assertions for the hint mpi_assert_allow_overtaking. 5.0.7 has the bit in c_flags instead.
// Source: ompi/communicator/communicator.h.
inline constexpr std::uint32_t comm_allows_overtaking = 0x8;

// OMPI_COMM_SENTINEL, the value of an entry of ompi_mpi_communicators that is reserved for a communicator under
// construction. Source: ompi/communicator/communicator.h.
inline constexpr std::uint64_t comm_reserved = 1;

// Values of an attribute's field av_set_from. Source: ompi/attribute/attribute.c.
enum AttributeOrigin : std::int32_t { set_from_c, set_from_int, set_from_fortran_integer, set_from_address };

// Values of a keyval's field attr_type, and bits of its attr_flag. Source: ompi/attribute/attribute.h.
enum AttributeType : std::int32_t { attribute_of_communicator = 1, attribute_of_datatype, attribute_of_window };
inline constexpr std::uint32_t keyval_predefined = 0x1;
inline constexpr std::uint32_t keyval_fortran = 0x2;
inline constexpr std::uint32_t keyval_fortran_integer = 0x4;

// The predefined keyvals in the order of their numbers, except for MPI_FT, which is in numbers.h. Source: mpi.h.
inline constexpr const char *keyval_names[] = {"MPI_TAG_UB",
                                               "MPI_HOST",
                                               "MPI_IO",
                                               "MPI_WTIME_IS_GLOBAL",
                                               "MPI_APPNUM",
                                               "MPI_LASTUSEDCODE",
                                               "MPI_UNIVERSE_SIZE",
                                               "MPI_WIN_BASE",
                                               "MPI_WIN_SIZE",
                                               "MPI_WIN_DISP_UNIT",
                                               "MPI_WIN_CREATE_FLAVOR",
                                               "MPI_WIN_MODEL"};
enum WindowKeyval : int {
  keyval_win_base = 7,
  keyval_win_size,
  keyval_win_disp_unit,
  keyval_win_create_flavor,
  keyval_win_model
};

// Bits of a window's field w_flags. Source: ompi/win/win.h.
inline constexpr std::uint32_t win_freed = 0x1;
inline constexpr std::uint32_t win_invalid = 0x2;

// MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_SHARED and MPI_WIN_SEPARATE. Source: mpi.h.
inline constexpr std::int64_t flavor_create = 1;
inline constexpr std::int64_t flavor_shared = 4;
inline constexpr std::int64_t model_separate = 1;

// Bits of a group's field grp_flags. Source: ompi/group/group.h.
inline constexpr std::uint32_t group_intrinsic = 0x2;
inline constexpr std::uint32_t group_dense = 0x4;
inline constexpr std::uint32_t group_sporadic = 0x8;
inline constexpr std::uint32_t group_strided = 0x10;
inline constexpr std::uint32_t group_bitmap = 0x20;

// Values of an error handler's fields eh_mpi_object_type and eh_lang. Source: ompi/errhandler/errhandler.h.
enum ErrhandlerObjectType : std::int32_t {
  errhandler_predefined,
  errhandler_comm,
  errhandler_win,
  errhandler_file,
  errhandler_instance
};
// The value of eh_lang for C. Those for other languages are in numbers.h.
inline constexpr std::int32_t errhandler_c = 0;

// Bits of a reduction operation's field o_flags. Source: ompi/op/op.h.
inline constexpr std::uint32_t op_intrinsic = 0x1;
inline constexpr std::uint32_t op_fortran = 0x2;
inline constexpr std::uint32_t op_java = 0x8;
inline constexpr std::uint32_t op_commutes = 0x40;

}  // namespace mpidbg::layout::openmpi
