#pragma once
// Numbers of the state of MPI, communicators, attributes, windows, groups, error handlers and operations that are the
// same from 4.1 to 6.0; the others are in numbers.h. Source: the headers named.

#include <cstdint>

namespace mpidbg::layout::openmpi {

// ompi/runtime/mpiruntime.h
enum MpiStateValue : std::int32_t {
  state_not_initialized = 0,
  state_init_completed = 2,
  state_finalize_past_comm_self_destruct = 4,  // the attributes of MPI_COMM_SELF are deleted
  state_finalize_completed = 5
};

// ompi/communicator/communicator.h: c_flags
inline constexpr std::uint32_t comm_inter = 0x1;
inline constexpr std::uint32_t comm_name_is_set = 0x2;
inline constexpr std::uint32_t comm_intrinsic = 0x4;
inline constexpr std::uint32_t comm_is_freed = 0x10;
inline constexpr std::uint32_t comm_invalid = 0x20;
inline constexpr std::uint32_t comm_cartesian = 0x100;
inline constexpr std::uint32_t comm_graph = 0x200;
inline constexpr std::uint32_t comm_distributed_graph = 0x400;
inline constexpr std::uint32_t comm_global_index = 0x10000;  // from 5.0 on: c_index is the same on all members
inline constexpr std::uint32_t comm_pml_added = 0x1000;      // the point-to-point layer has its record of it

// ompi/communicator/communicator.h: c_assertions of a communicator with mpi_assert_allow_overtaking; 5.0.7 sets the bit
// in c_flags instead
inline constexpr std::uint32_t comm_allows_overtaking = 0x8;

// ompi/communicator/communicator.h: OMPI_COMM_SENTINEL, in a slot that a communicator in the making will get
inline constexpr std::uint64_t comm_reserved = 1;

// ompi/attribute/attribute.c: av_set_from
enum AttributeOrigin : std::int32_t { set_from_c, set_from_int, set_from_fortran_integer, set_from_address };

// ompi/attribute/attribute.h: attr_type and attr_flag of a keyval
enum AttributeType : std::int32_t { attribute_of_communicator = 1, attribute_of_datatype, attribute_of_window };
inline constexpr std::uint32_t keyval_predefined = 0x1;
inline constexpr std::uint32_t keyval_fortran = 0x2;
inline constexpr std::uint32_t keyval_fortran_integer = 0x4;

// mpi.h: the predefined keyvals, by number; MPI_FT is in numbers.h
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

// ompi/win/win.h: w_flags
inline constexpr std::uint32_t win_freed = 0x1;
inline constexpr std::uint32_t win_invalid = 0x2;

// mpi.h: MPI_WIN_FLAVOR_*, MPI_WIN_SEPARATE
inline constexpr std::int64_t flavor_create = 1;
inline constexpr std::int64_t flavor_shared = 4;
inline constexpr std::int64_t model_separate = 1;

// ompi/group/group.h: grp_flags
inline constexpr std::uint32_t group_intrinsic = 0x2;
inline constexpr std::uint32_t group_dense = 0x4;
inline constexpr std::uint32_t group_sporadic = 0x8;
inline constexpr std::uint32_t group_strided = 0x10;
inline constexpr std::uint32_t group_bitmap = 0x20;

// ompi/errhandler/errhandler.h: eh_mpi_object_type, eh_lang
enum ErrhandlerObjectType : std::int32_t {
  errhandler_predefined,
  errhandler_comm,
  errhandler_win,
  errhandler_file,
  errhandler_instance
};
inline constexpr std::int32_t errhandler_c = 0;  // the others: numbers.h

// ompi/op/op.h: o_flags
inline constexpr std::uint32_t op_intrinsic = 0x1;
inline constexpr std::uint32_t op_fortran = 0x2;
inline constexpr std::uint32_t op_java = 0x8;
inline constexpr std::uint32_t op_commutes = 0x40;

}  // namespace mpidbg::layout::openmpi
