#pragma once
// Numbers of Open MPI that are not layouts and are the same from 4.1 to 6.0; the others are in numbers.h. Source: the
// headers named.

#include <cstdint>

namespace mpidbg::layout::openmpi {

// ompi/runtime/mpiruntime.h
enum MpiStateValue : std::int32_t { state_init_completed = 2 };

// ompi/communicator/communicator.h: c_flags
inline constexpr std::uint32_t comm_inter = 0x1;
inline constexpr std::uint32_t comm_name_is_set = 0x2;
inline constexpr std::uint32_t comm_intrinsic = 0x4;
inline constexpr std::uint32_t comm_is_freed = 0x10;
inline constexpr std::uint32_t comm_invalid = 0x20;
inline constexpr std::uint32_t comm_cartesian = 0x100;
inline constexpr std::uint32_t comm_graph = 0x200;
inline constexpr std::uint32_t comm_distributed_graph = 0x400;
inline constexpr std::uint32_t comm_extra_retain = 0x4000;

// ompi/attribute/attribute.c: av_set_from
enum AttributeOrigin : std::int32_t { set_from_c, set_from_int, set_from_fortran_integer, set_from_address };

// ompi/attribute/attribute.h: attr_type and attr_flag of a keyval
enum AttributeType : std::int32_t { attribute_of_communicator = 1, attribute_of_datatype, attribute_of_window };
inline constexpr std::uint32_t keyval_predefined = 0x1;
inline constexpr std::uint32_t keyval_fortran = 0x2;
inline constexpr std::uint32_t keyval_fortran_integer = 0x4;

// mpi.h: the predefined keyvals, by number (5.0 adds MPI_FT as 12)
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

// mpi.h: MPI_WIN_FLAVOR_*, MPI_WIN_SEPARATE, MPI_LOCK_*, MPI_MODE_NOCHECK
inline constexpr std::int64_t flavor_create = 1;
inline constexpr std::int64_t flavor_shared = 4;
inline constexpr std::int64_t model_separate = 1;
inline constexpr std::int32_t lock_exclusive = 1;
inline constexpr std::int32_t lock_shared = 2;
inline constexpr std::int64_t mode_nocheck = 1;

// ompi/mca/osc/rdma/osc_rdma_sync.h, ompi/mca/osc/pt2pt/osc_pt2pt_sync.h: type
enum OscSyncType : std::int32_t { osc_sync_none, osc_sync_lock, osc_sync_fence, osc_sync_pscw };
// ompi/mca/osc/rdma/osc_rdma_types.h, ompi/mca/osc/ucx/osc_ucx.h: posts that can be on their way to a process
inline constexpr std::size_t osc_post_slots = 32;
// ompi/mca/osc/rdma/osc_rdma.h: locking_mode; osc_rdma_peer.h: flags; osc_rdma_types.h: local_lock
inline constexpr std::int32_t osc_rdma_two_level = 0;
inline constexpr std::int32_t osc_rdma_peer_local_state = 0x4;
inline constexpr std::uint64_t osc_rdma_lock_exclusive = std::uint64_t{1} << 63;
// ompi/mca/osc/pt2pt/osc_pt2pt.h: peer flags
inline constexpr std::int32_t osc_pt2pt_peer_posted = 0x1;
// ompi/mca/osc/sm/osc_sm.h: outstanding_locks
enum OscSmLock : std::int32_t { osc_sm_lock_none, osc_sm_lock_nocheck, osc_sm_lock_exclusive, osc_sm_lock_shared };
// ompi/mca/osc/ucx/osc_ucx.h
enum OscUcxEpoch : std::int32_t {
  osc_ucx_none,
  osc_ucx_fence,
  osc_ucx_post,
  osc_ucx_start,
  osc_ucx_passive,
  osc_ucx_passive_all
};
inline constexpr std::int32_t osc_ucx_exclusive = 0;
inline constexpr std::uint64_t osc_ucx_lock_exclusive = std::uint64_t{1} << 32;

// ompi/file/file.h: f_flags
inline constexpr std::uint32_t file_is_closed = 0x1;
// mpi.h: MPI_MAX_DATAREP_STRING
inline constexpr std::size_t data_representation = 128;
// ompi/mca/io/romio321/romio/adio/include/adio.h: ADIOI_FILE_COOKIE
inline constexpr std::int32_t adio_file_cookie = 2487376;

// ompi/group/group.h: grp_flags
inline constexpr std::uint32_t group_intrinsic = 0x2;
inline constexpr std::uint32_t group_dense = 0x4;
inline constexpr std::uint32_t group_sporadic = 0x8;
inline constexpr std::uint32_t group_strided = 0x10;
inline constexpr std::uint32_t group_bitmap = 0x20;

// ompi/errhandler/errhandler.h: eh_mpi_object_type, eh_lang
enum ErrhandlerObjectType : std::int32_t { errhandler_predefined, errhandler_comm, errhandler_win, errhandler_file };
inline constexpr std::int32_t errhandler_c = 0;  // the others: numbers.h

// ompi/op/op.h: o_flags
inline constexpr std::uint32_t op_intrinsic = 0x1;
inline constexpr std::uint32_t op_fortran = 0x2;
inline constexpr std::uint32_t op_java = 0x8;
inline constexpr std::uint32_t op_commutes = 0x40;

// ompi/request/request.h: req_state, req_complete
enum RequestState : std::int32_t { request_invalid, request_inactive, request_active, request_cancelled };
inline constexpr std::uint64_t request_pending = 0;
inline constexpr std::uint64_t request_completed = 1;

// ompi/request/request_dbg.h: req_type
enum RequestType : std::int32_t {
  request_pml,
  request_io,
  request_generalized,
  request_window,
  request_collective,
  request_null,
  request_noop,
  request_communicator
};

// ompi/mca/coll/libnbc/nbc_internal.h: the kinds of operations in a schedule
enum NbcOperation : std::int32_t { nbc_send, nbc_receive, nbc_op, nbc_copy, nbc_unpack };

// ompi/mca/common/ompio/common_ompio_request.h: req_type
enum OmpioRequestType : std::int32_t { ompio_write, ompio_read, ompio_write_all, ompio_read_all };

// ompi/mca/osc/rdma/osc_rdma_request.h: type
enum RdmaRequestType : std::int32_t { rdma_get, rdma_put, rdma_rdma, rdma_acc, rdma_get_acc, rdma_compare_swap };

// ompi/mca/pml/base/pml_base_request_dbg.h: req_type
enum PmlRequestType : std::int32_t { pml_null, pml_send, pml_recv, pml_iprobe, pml_probe, pml_improbe, pml_mprobe };

// ompi/mca/pml/pml_constants.h: req_send_mode
enum PmlSendMode : std::int32_t { send_synchronous, send_complete, send_buffered, send_ready, send_standard };

// ompi/mca/pml/ob1/pml_ob1_hdr.h: hdr_type
enum Ob1HeaderType : std::uint8_t { header_match = 65, header_rendezvous = 66, header_rget = 67 };
// The match header on the wire, which precedes an eager message's data: 14 bytes where all hosts are alike,
// the complete struct in libraries built for heterogeneous jobs (mpi.h of Debian and of default builds: not).
inline constexpr std::uint64_t match_header_bytes = 14;

// opal/datatype/opal_datatype.h, ompi/datatype/ompi_datatype.h: flags of a datatype
inline constexpr std::uint16_t datatype_committed = 0x4;

// opal/datatype/opal_datatype_internal.h: types of records of a data description; others name a basic type
enum DataRecordType : std::uint16_t { data_loop, data_end_loop, data_lower_bound, data_upper_bound };

// opal/mca/base/mca_base_var.h, _vari.h: mbv_flags
inline constexpr std::uint32_t variable_internal = 0x1;
inline constexpr std::uint32_t variable_default_only = 0x2;
inline constexpr std::uint32_t variable_deprecated = 0x8;
inline constexpr std::uint32_t variable_valid = 0x10000;
inline constexpr std::uint32_t variable_synonym = 0x20000;
// mca_base_var.h: how many values mbv_scope, mbv_source, mbv_info_lvl and mbv_bind have
inline constexpr std::uint32_t variable_scopes = 7, variable_sources = 6, variable_levels = 9, variable_bindings = 11;
// mca_base_var.h: mbv_type, and the type of a performance variable
enum VariableTypeNumber : std::uint32_t {
  variable_int,
  variable_unsigned_int,
  variable_unsigned_long,
  variable_unsigned_long_long,
  variable_size_t,
  variable_string,
  variable_version_string,
  variable_bool,
  variable_double,
  variable_long,
  variable_int32,
  variable_uint32,
  variable_int64,
  variable_uint64
};
// mca_base_pvar.h: flags, and how many classes there are
inline constexpr std::uint32_t performance_readonly = 0x80;
inline constexpr std::uint32_t performance_continuous = 0x100;
inline constexpr std::uint32_t performance_atomic = 0x200;
inline constexpr std::uint32_t performance_invalid = 0x400;
inline constexpr std::int32_t performance_classes = 10;

// mpi.h: MPI_COMBINER_*, numbered from MPI_COMBINER_NAMED on
inline constexpr std::int32_t combiners = 19;
// mpi.h: arguments of MPI_Type_create_subarray and _darray
inline constexpr std::int32_t order_c = 0, order_fortran = 1;
inline constexpr std::int32_t distribute_block = 0, distribute_cyclic = 1, distribute_none = 2;
inline constexpr std::int32_t distribute_default = -1;

// mpi.h
inline constexpr std::int32_t any_source = -1;
inline constexpr std::int32_t any_tag = -1;

}  // namespace mpidbg::layout::openmpi
