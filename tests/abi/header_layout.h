/* Included from C and from C++: the headers stand alone, and the binary layout is the historical one.
 *
 * Sizes and offsets are those of an LP64 machine, worked out by hand from the order of the members. */
#include <stddef.h>

#include "mpidbg/abi/msgq_interface.h"
/* Each header again, in another order than it needs. */
#include "mpidbg/abi/field_types_interface.h"
#include "mpidbg/abi/layout_checks_interface.h"
#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/abi/mpit_interface.h"
#include "mpidbg/abi/msgq_interface.h"
#include "mpidbg/abi/probe_interface.h"
#include "mpidbg/abi/progress_interface.h"
#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/abi/recorded_interface.h"

#ifdef __cplusplus
#define CHECK(condition) static_assert(condition, #condition)
#else
#define CHECK(condition) _Static_assert(condition, #condition)
#endif
#define AT(type, member, offset) CHECK(offsetof(type, member) == (offset))

#if __SIZEOF_POINTER__ == 8 && __SIZEOF_LONG__ == 8

CHECK(sizeof(mqs_taddr_t) == 8);
CHECK(sizeof(mqs_tword_t) == 8);
CHECK((mqs_tword_t)-1 < 0);
CHECK((mqs_taddr_t)-1 > 0);

/* Results and kinds have the numbers that plugins were compiled with. */
CHECK(mqs_ok == 0);
CHECK(mqs_no_information == 1);
CHECK(mqs_end_of_list == 2);
CHECK(mqs_first_user_code == 100);
CHECK(mqs_lang_c == 'c');
CHECK(mqs_lang_cplus == 'C');
CHECK(mqs_lang_f77 == 'f');
CHECK(mqs_lang_f90 == 'F');
CHECK(mqs_pending_sends == 0);
CHECK(mqs_pending_receives == 1);
CHECK(mqs_unexpected_messages == 2);
CHECK(mqs_st_pending == 0);
CHECK(mqs_st_matched == 1);
CHECK(mqs_st_complete == 2);
CHECK(MQS_INVALID_PROCESS == -1);

CHECK(sizeof(mqs_target_type_sizes) == 28);
AT(mqs_target_type_sizes, short_size, 0);
AT(mqs_target_type_sizes, int_size, 4);
AT(mqs_target_type_sizes, long_size, 8);
AT(mqs_target_type_sizes, long_long_size, 12);
AT(mqs_target_type_sizes, pointer_size, 16);

CHECK(sizeof(mqs_communicator) == 88);
AT(mqs_communicator, unique_id, 0);
AT(mqs_communicator, local_rank, 8);
AT(mqs_communicator, size, 16);
AT(mqs_communicator, name, 24);

CHECK(sizeof(mqs_pending_operation) == 416);
AT(mqs_pending_operation, status, 0);
AT(mqs_pending_operation, desired_local_rank, 8);
AT(mqs_pending_operation, desired_global_rank, 16);
AT(mqs_pending_operation, tag_wild, 24);
AT(mqs_pending_operation, desired_tag, 32);
AT(mqs_pending_operation, desired_length, 40);
AT(mqs_pending_operation, system_buffer, 48);
AT(mqs_pending_operation, buffer, 56);
AT(mqs_pending_operation, actual_local_rank, 64);
AT(mqs_pending_operation, actual_global_rank, 72);
AT(mqs_pending_operation, actual_tag, 80);
AT(mqs_pending_operation, actual_length, 88);
AT(mqs_pending_operation, extra_text, 96);

CHECK(sizeof(mqs_image_callbacks) == 6 * 8);
AT(mqs_image_callbacks, mqs_get_type_sizes_fp, 0);
AT(mqs_image_callbacks, mqs_find_function_fp, 8);
AT(mqs_image_callbacks, mqs_find_symbol_fp, 16);
AT(mqs_image_callbacks, mqs_find_type_fp, 24);
AT(mqs_image_callbacks, mqs_field_offset_fp, 32);
AT(mqs_image_callbacks, mqs_sizeof_fp, 40);

AT(mqs_basic_callbacks, mqs_malloc_fp, 0);
AT(mqs_basic_callbacks, mqs_free_fp, 8);
AT(mqs_basic_callbacks, mqs_dprints_fp, 16);
AT(mqs_basic_callbacks, mqs_errorstring_fp, 24);
AT(mqs_basic_callbacks, mqs_put_image_info_fp, 32);
AT(mqs_basic_callbacks, mqs_get_image_info_fp, 40);
AT(mqs_basic_callbacks, mqs_put_process_info_fp, 48);
AT(mqs_basic_callbacks, mqs_get_process_info_fp, 56);

AT(mqs_process_callbacks, mqs_get_global_rank_fp, 0);
AT(mqs_process_callbacks, mqs_get_image_fp, 8);
AT(mqs_process_callbacks, mqs_fetch_data_fp, 16);
AT(mqs_process_callbacks, mqs_target_to_host_fp, 24);

#if MPIDBG_FOR_MPI2
CHECK(MQS_INTERFACE_COMPATIBILITY == 3);
CHECK(sizeof(mqs_basic_callbacks) == 10 * 8);
CHECK(sizeof(mqs_process_callbacks) == 6 * 8);
AT(mqs_basic_callbacks, mqs_put_job_info_fp, 64);
AT(mqs_process_callbacks, mqs_get_process_job_fp, 32);
#else
CHECK(MQS_INTERFACE_COMPATIBILITY == 2);
CHECK(sizeof(mqs_basic_callbacks) == 8 * 8);
CHECK(sizeof(mqs_process_callbacks) == 4 * 8);
#endif

/* The handle interface: what a debugger of the historical header allocates, copies or reads. */
CHECK(MPIDBG_MAX_OBJECT_NAME == 64);
CHECK(MPIDBG_MAX_FILENAME == 1024);
CHECK(MPIDBG_INTERFACE_VERSION == 1);
CHECK(MPIDBG_SUCCESS == 0);
CHECK(MPIDBG_ERR_NOT_FOUND == 1);
CHECK(MPIDBG_ERR_NOT_SUPPORTED == 2);
CHECK(MPIDBG_ERR_UNSUPPORTED == 2);
CHECK(MPIDBG_ERR_OUT_OF_RANGE == 3);
CHECK(MPIDBG_ERR_UNAVAILABLE == 4);
CHECK(MPIDBG_ERR_NO_MEM == 5);
CHECK(MPIDBG_MAX_RETURN_CODE == 6);
CHECK(MPIDBG_ERR_BEING_MADE == 50);

CHECK(sizeof(struct mpidbg_handle_info_t) == 30 * 8);
AT(struct mpidbg_handle_info_t, hi_c_comm, 8);
AT(struct mpidbg_handle_info_t, hi_c_win, 11 * 8);
AT(struct mpidbg_handle_info_t, hi_cxx_aint, 12 * 8);
AT(struct mpidbg_handle_info_t, hi_cxx_win, 29 * 8);
CHECK(sizeof(struct mpidbg_process_t) == 4);
CHECK(sizeof(struct mpidbg_name_map_t) == 16);
AT(struct mpidbg_name_map_t, map_handle, 8);
CHECK(sizeof(struct mpidbg_attribute_pair_t) == 24);
AT(struct mpidbg_attribute_pair_t, keyval_name, 8);
AT(struct mpidbg_attribute_pair_t, value, 16);

CHECK(MPIDBG_COMM_CAP_BASIC == 0x01);
CHECK(MPIDBG_COMM_CAP_STRING_NAMES == 0x02);
CHECK(MPIDBG_COMM_CAP_FREED_HANDLE == 0x04);
CHECK(MPIDBG_COMM_CAP_FREED_OBJECT == 0x08);
CHECK(MPIDBG_COMM_CAP_REQUEST_LIST == 0x10);
CHECK(MPIDBG_COMM_CAP_WINDOW_LIST == 0x20);
CHECK(MPIDBG_COMM_CAP_FILE_LIST == 0x40);
CHECK(MPIDBG_COMM_INFO_PREDEFINED == 0x01);
CHECK(MPIDBG_COMM_INFO_CARTESIAN == 0x02);
CHECK(MPIDBG_COMM_INFO_GRAPH == 0x04);
CHECK(MPIDBG_COMM_INFO_TOPO_REORDERED == 0x08);
CHECK(MPIDBG_COMM_INFO_INTERCOMM == 0x10);
CHECK(MPIDBG_COMM_INFO_FREED_HANDLE == 0x20);
CHECK(MPIDBG_COMM_INFO_FREED_OBJECT == 0x40);
CHECK(MPIDBG_COMM_INFO_COMM_NULL == 0x80);
CHECK(MPIDBG_COMM_INFO_DIST_GRAPH == 0x400);

CHECK(sizeof(enum mpidbg_comm_info_bitmap_t) == 4);
AT(struct mpidbg_comm_info_t, comm_name, 0);
AT(struct mpidbg_comm_info_t, comm_bitflags, 64);
AT(struct mpidbg_comm_info_t, comm_rank, 68);
AT(struct mpidbg_comm_info_t, comm_size, 72);
AT(struct mpidbg_comm_info_t, comm_num_local_procs, 76);
AT(struct mpidbg_comm_info_t, comm_local_procs, 80);
AT(struct mpidbg_comm_info_t, comm_num_remote_procs, 88);
AT(struct mpidbg_comm_info_t, comm_remote_procs, 96);
AT(struct mpidbg_comm_info_t, comm_cart_num_dims, 104);
AT(struct mpidbg_comm_info_t, comm_cart_dims, 112);
AT(struct mpidbg_comm_info_t, comm_cart_periods, 120);
AT(struct mpidbg_comm_info_t, comm_graph_num_nodes, 128);
AT(struct mpidbg_comm_info_t, comm_graph_index, 136);
AT(struct mpidbg_comm_info_t, comm_graph_edges, 144);
AT(struct mpidbg_comm_info_t, comm_c_handle, 152);
AT(struct mpidbg_comm_info_t, comm_fortran_handle, 160);
AT(struct mpidbg_comm_info_t, comm_num_attrs, 164);
AT(struct mpidbg_comm_info_t, comm_attrs, 168);
AT(struct mpidbg_comm_info_t, comm_num_pending_requests, 176);
AT(struct mpidbg_comm_info_t, comm_pending_requests, 184);
AT(struct mpidbg_comm_info_t, comm_num_derived_windows, 192);
AT(struct mpidbg_comm_info_t, comm_derived_windows, 200);
AT(struct mpidbg_comm_info_t, comm_num_derived_files, 208);
AT(struct mpidbg_comm_info_t, comm_derived_files, 216);
/* Here the historical struct ends; ours goes on. */
AT(struct mpidbg_comm_info_t, comm_full_name, 224);

CHECK(MPIDBG_ERRH_CAP_BASIC == 0x01);
CHECK(MPIDBG_ERRH_CAP_STRING_NAMES == 0x02);
CHECK(MPIDBG_ERRH_CAP_FREED_HANDLE == 0x04);
CHECK(MPIDBG_ERRH_CAP_FREED_OBJECT == 0x08);
CHECK(MPIDBG_ERRH_CAP_HANDLE_LIST == 0x10);
CHECK(MPIDBG_ERRH_INFO_PREDEFINED == 0x01);
CHECK(MPIDBG_ERRH_INFO_COMMUNICATOR == 0x02);
CHECK(MPIDBG_ERRH_INFO_FILE == 0x04);
CHECK(MPIDBG_ERRH_INFO_WINDOW == 0x08);
CHECK(MPIDBG_ERRH_INFO_C_CALLBACK == 0x10);
CHECK(MPIDBG_ERRH_INFO_FREED_HANDLE == 0x20);
CHECK(MPIDBG_ERRH_INFO_FREED_OBJECT == 0x40);
AT(struct mpidbg_errhandler_info_t, eh_name, 0);
AT(struct mpidbg_errhandler_info_t, eh_bitflags, 64);
AT(struct mpidbg_errhandler_info_t, eh_c_handle, 72);
AT(struct mpidbg_errhandler_info_t, eh_fortran_handle, 80);
AT(struct mpidbg_errhandler_info_t, eh_refcount, 84);
AT(struct mpidbg_errhandler_info_t, eh_handles, 88);
AT(struct mpidbg_errhandler_info_t, eh_callback_func, 96);
/* Here the historical struct ends; ours goes on. */
AT(struct mpidbg_errhandler_info_t, eh_num_handles, 104);

/* Values and origins of variables. */
CHECK(sizeof(struct mpidbg_t_value_t) == 16);
AT(struct mpidbg_t_value_t, number, 8);
CHECK(sizeof(struct mpidbg_t_origin_t) == 40);
AT(struct mpidbg_t_origin_t, snapshot, 8);
AT(struct mpidbg_t_origin_t, sum_begins_at, 32);
CHECK(sizeof(struct mpidbg_snapshot_info_t) == 48);
AT(struct mpidbg_snapshot_info_t, number, 8);
AT(struct mpidbg_snapshot_info_t, detail, 40);
CHECK(sizeof(struct mpidbg_t_hints_t) == 16);
CHECK(MPIDBG_T_ERR_INVALID == 100);
CHECK(MPIDBG_T_ERR_INVALID_HANDLE == 103);
CHECK(MPIDBG_T_ERR_NOT_ACCESSIBLE == 111);

/* The structs that plugins allocate, or fill up to the debugger's struct_size: a size that changes here is a new
 * version of the extensions, see abi/handles/common.h. */
CHECK(MPIDBG_EXT_VERSION == 4);
CHECK(sizeof(struct mpidbg_comm_info_t) == 392);
CHECK(sizeof(struct mpidbg_group_info_t) == 136);
CHECK(sizeof(struct mpidbg_request_info_t) == 376);
CHECK(sizeof(struct mpidbg_status_info_t) == 40);
CHECK(sizeof(struct mpidbg_errhandler_info_t) == 128);
CHECK(sizeof(struct mpidbg_datatype_info_t) == 384);
CHECK(sizeof(struct mpidbg_file_info_t) == 1352);
CHECK(sizeof(struct mpidbg_info_info_t) == 120);
CHECK(sizeof(struct mpidbg_op_info_t) == 120);
CHECK(sizeof(struct mpidbg_win_info_t) == 408);
CHECK(sizeof(struct mpidbg_message_info_t) == 152);
CHECK(sizeof(struct mpidbg_recorded_t) == 264);
CHECK(sizeof(struct mpidbg_field_type_t) == 16);
AT(struct mpidbg_field_type_t, size, 8);
CHECK(sizeof(struct mpidbg_process_info_t) == 1236);
CHECK(sizeof(struct mpidbg_operation_info_t) == 256);
CHECK(sizeof(struct mpidbg_communicator_outline_t) == 312);
CHECK(sizeof(struct mpidbg_layout_check_t) == 264);
CHECK(sizeof(struct mpidbg_progress_t) == 144);
AT(struct mpidbg_progress_t, counter, 16);
AT(struct mpidbg_operation_info_t, collective, 240);
AT(struct mpidbg_process_info_t, handle_width, 1212);
AT(struct mpidbg_process_info_t, thread_level, 1228);
AT(struct mpidbg_process_info_t, callbacks_over, 1232);
/* The elements of arrays never change. */
CHECK(sizeof(struct mpidbg_schedule_operation_t) == 200);
CHECK(sizeof(struct mpidbg_recorded_thread_t) == 56);
CHECK(sizeof(struct mpidbg_recorded_event_t) == 88);
CHECK(sizeof(struct mpidbg_cvar_origin_t) == 28);
AT(struct mpidbg_cvar_origin_t, source, 4);
AT(struct mpidbg_cvar_origin_t, default_only, 24);

#endif

/* Of the extensions the beginning must not move. */
CHECK(MPIDBG_QUEUE_SENDS == 0);
CHECK(MPIDBG_QUEUE_RECEIVES == 1);
CHECK(MPIDBG_QUEUE_UNEXPECTED == 2);
CHECK(MPIDBG_QUEUE_INACTIVE == 3);
CHECK(MPIDBG_QUEUE_UNCLAIMED == 4);
AT(struct mpidbg_process_info_t, struct_size, 0);
AT(struct mpidbg_operation_info_t, struct_size, 0);
