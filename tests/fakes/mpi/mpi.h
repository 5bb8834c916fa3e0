#ifndef MPIDBG_TOY_MPI_H
#define MPIDBG_TOY_MPI_H
/* The mpi.h of the toy MPI library: what the tests' programs use of the standard ABI of MPI-5, beside what the recorder
 * needs of it (standard_abi.h). Every function is there as MPI_ and as PMPI_. */

#include "mpidbg/recorder/standard_abi.h"

typedef struct {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR, internal[5];
} MPI_Status;

enum {
  MPI_ERR_COUNT = 2,
  MPI_ERR_RANK = 6,
  MPI_ERR_ARG = 13,
  MPI_T_ERR_CANNOT_INIT = 1001,
  MPI_T_ERR_NOT_INITIALIZED = 1003,
  MPI_T_ERR_NOT_SUPPORTED = 1004,
  MPI_T_ERR_MEMORY = 1005,
  MPI_T_ERR_INVALID = 1006,
  MPI_T_ERR_INVALID_SESSION = 1009,
  MPI_T_ERR_INVALID_HANDLE = 1010,
  MPI_T_ERR_INVALID_NAME = 1011,
  MPI_T_ERR_OUT_OF_HANDLES = 1012,
  MPI_T_ERR_OUT_OF_SESSIONS = 1013,
  MPI_T_ERR_CVAR_SET_NEVER = 1015,
  MPI_T_ERR_PVAR_NO_WRITE = 1016,
  MPI_T_ERR_PVAR_NO_STARTSTOP = 1017,
  MPI_T_ERR_PVAR_NO_ATOMIC = 1018,
  MPI_MODE_NOSUCCEED = 16384,
  MPI_COMBINER_CONTIGUOUS = 103,
  MPI_COMBINER_VECTOR = 104,
  MPI_COMBINER_STRUCT = 112
};
#define MPI_T_ERR_NOT_SUPPORTED MPI_T_ERR_NOT_SUPPORTED /* asked for by #ifdef */

#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_SUM ((MPI_Op)33)
#define MPI_MAX ((MPI_Op)35)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)321)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)323)
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function *)0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *)0)
#define MPI_T_PVAR_SESSION_NULL ((MPI_T_pvar_session)0)

typedef void MPI_User_function(void *in, void *inout, int *count, MPI_Datatype *);
typedef void MPI_Comm_errhandler_function(MPI_Comm *, int *code, ...);
typedef int MPI_Comm_copy_attr_function(MPI_Comm, int keyval, void *state, void *value, void *copy, int *flag);
typedef int MPI_Comm_delete_attr_function(MPI_Comm, int keyval, void *value, void *state);

#ifdef __cplusplus
extern "C" {
#endif

extern const MPI_T_pvar_handle MPI_T_PVAR_ALL_HANDLES; /* a variable of the library, as in MPICH */

#define TOY_FUNCTION(name, parameters) int MPI_##name parameters, PMPI_##name parameters;

TOY_FUNCTION(Init, (int *argc, char ***argv))
TOY_FUNCTION(Init_thread, (int *argc, char ***argv, int required, int *provided))
TOY_FUNCTION(Finalize, (void))
TOY_FUNCTION(Abort, (MPI_Comm, int code))
TOY_FUNCTION(Pcontrol, (const int level, ...))
TOY_FUNCTION(Query_thread, (int *level))
TOY_FUNCTION(Get_library_version, (char *version, int *length))
TOY_FUNCTION(Abi_get_version, (int *major, int *minor))
TOY_FUNCTION(Error_class, (int code, int *class_of_it))

TOY_FUNCTION(Comm_rank, (MPI_Comm, int *rank))
TOY_FUNCTION(Comm_size, (MPI_Comm, int *size))
TOY_FUNCTION(Comm_test_inter, (MPI_Comm, int *is_inter))
TOY_FUNCTION(Comm_dup, (MPI_Comm, MPI_Comm *copy))
TOY_FUNCTION(Comm_idup, (MPI_Comm, MPI_Comm *copy, MPI_Request *))
TOY_FUNCTION(Comm_split, (MPI_Comm, int color, int key, MPI_Comm *made))
TOY_FUNCTION(Intercomm_create, (MPI_Comm local, int leader, MPI_Comm peer, int remote, int tag, MPI_Comm *made))
TOY_FUNCTION(Comm_free, (MPI_Comm *))
TOY_FUNCTION(Comm_disconnect, (MPI_Comm *))
TOY_FUNCTION(Comm_set_name, (MPI_Comm, const char *name))
TOY_FUNCTION(Comm_group, (MPI_Comm, MPI_Group *))
TOY_FUNCTION(Group_free, (MPI_Group *))
TOY_FUNCTION(Comm_create_keyval,
             (MPI_Comm_copy_attr_function *, MPI_Comm_delete_attr_function *, int *key, void *state))
TOY_FUNCTION(Comm_free_keyval, (int *key))
TOY_FUNCTION(Comm_set_attr, (MPI_Comm, int key, void *value))
TOY_FUNCTION(Comm_create_errhandler, (MPI_Comm_errhandler_function *, MPI_Errhandler *))
TOY_FUNCTION(Comm_set_errhandler, (MPI_Comm, MPI_Errhandler))
TOY_FUNCTION(Errhandler_free, (MPI_Errhandler *))
TOY_FUNCTION(Session_init, (MPI_Info, MPI_Errhandler, MPI_Session *))
TOY_FUNCTION(Session_finalize, (MPI_Session *))
TOY_FUNCTION(Group_from_session_pset, (MPI_Session, const char *name, MPI_Group *))

TOY_FUNCTION(Type_contiguous, (int count, MPI_Datatype, MPI_Datatype *made))
TOY_FUNCTION(Type_contiguous_c, (MPI_Count count, MPI_Datatype, MPI_Datatype *made))
TOY_FUNCTION(Type_vector, (int count, int length, int stride, MPI_Datatype, MPI_Datatype *made))
TOY_FUNCTION(Type_create_struct, (int count, const int lengths[], const MPI_Aint displacements[],
                                  const MPI_Datatype types[], MPI_Datatype *made))
TOY_FUNCTION(Type_commit, (MPI_Datatype *))
TOY_FUNCTION(Type_free, (MPI_Datatype *))
TOY_FUNCTION(Type_size, (MPI_Datatype, int *size))
TOY_FUNCTION(Type_get_envelope, (MPI_Datatype, int *integers, int *addresses, int *types, int *combiner))
TOY_FUNCTION(Type_get_contents, (MPI_Datatype, int most_integers, int most_addresses, int most_types, int integers[],
                                 MPI_Aint addresses[], MPI_Datatype types[]))
TOY_FUNCTION(Op_create, (MPI_User_function *, int commutes, MPI_Op *))
TOY_FUNCTION(Op_free, (MPI_Op *))
TOY_FUNCTION(Op_commutative, (MPI_Op, int *commutes))
TOY_FUNCTION(Info_create, (MPI_Info *))
TOY_FUNCTION(Info_set, (MPI_Info, const char *key, const char *value))
TOY_FUNCTION(Info_get_nkeys, (MPI_Info, int *keys))
TOY_FUNCTION(Info_free, (MPI_Info *))
TOY_FUNCTION(Win_create, (void *base, MPI_Aint size, int unit, MPI_Info, MPI_Comm, MPI_Win *))
TOY_FUNCTION(Win_free, (MPI_Win *))
TOY_FUNCTION(Win_set_name, (MPI_Win, const char *name))
TOY_FUNCTION(Win_fence, (int assertion, MPI_Win))
TOY_FUNCTION(Win_lock, (int type, int rank, int assertion, MPI_Win))
TOY_FUNCTION(Win_unlock, (int rank, MPI_Win))
TOY_FUNCTION(Win_lock_all, (int assertion, MPI_Win))
TOY_FUNCTION(Win_unlock_all, (MPI_Win))
TOY_FUNCTION(File_open, (MPI_Comm, const char *name, int mode, MPI_Info, MPI_File *))
TOY_FUNCTION(File_close, (MPI_File *))
TOY_FUNCTION(File_set_view, (MPI_File, MPI_Offset, MPI_Datatype, MPI_Datatype, const char *representation, MPI_Info))
TOY_FUNCTION(File_write_shared, (MPI_File, const void *, int count, MPI_Datatype, MPI_Status *))
TOY_FUNCTION(File_read_at_all_begin, (MPI_File, MPI_Offset, void *, int count, MPI_Datatype))
TOY_FUNCTION(File_read_at_all_end, (MPI_File, void *, MPI_Status *))

#define TOY_SEND (const void *, int count, MPI_Datatype, int peer, int tag, MPI_Comm)
#define TOY_RECEIVE (void *, int count, MPI_Datatype, int peer, int tag, MPI_Comm, MPI_Status *)
#define TOY_ISEND (const void *, int count, MPI_Datatype, int peer, int tag, MPI_Comm, MPI_Request *)
#define TOY_IRECEIVE (void *, int count, MPI_Datatype, int peer, int tag, MPI_Comm, MPI_Request *)
TOY_FUNCTION(Send, TOY_SEND)
TOY_FUNCTION(Send_c, (const void *, MPI_Count, MPI_Datatype, int peer, int tag, MPI_Comm))
TOY_FUNCTION(Recv, TOY_RECEIVE)
TOY_FUNCTION(Sendrecv, (const void *, int, MPI_Datatype, int to, int tag, void *, int, MPI_Datatype, int from,
                        int its_tag, MPI_Comm, MPI_Status *))
TOY_FUNCTION(Isend, TOY_ISEND)
TOY_FUNCTION(Issend, TOY_ISEND)
TOY_FUNCTION(Irecv, TOY_IRECEIVE)
TOY_FUNCTION(Irecv_c, (void *, MPI_Count, MPI_Datatype, int peer, int tag, MPI_Comm, MPI_Request *))
TOY_FUNCTION(Send_init, TOY_ISEND)
TOY_FUNCTION(Recv_init, TOY_IRECEIVE)
TOY_FUNCTION(Psend_init, (const void *, int partitions, MPI_Count, MPI_Datatype, int peer, int tag, MPI_Comm, MPI_Info,
                          MPI_Request *))
TOY_FUNCTION(Precv_init,
             (void *, int partitions, MPI_Count, MPI_Datatype, int peer, int tag, MPI_Comm, MPI_Info, MPI_Request *))
TOY_FUNCTION(Pready, (int partition, MPI_Request))
TOY_FUNCTION(Mprobe, (int peer, int tag, MPI_Comm, MPI_Message *, MPI_Status *))
TOY_FUNCTION(Mrecv, (void *, int count, MPI_Datatype, MPI_Message *, MPI_Status *))
TOY_FUNCTION(Start, (MPI_Request *))
TOY_FUNCTION(Startall, (int count, MPI_Request[]))
TOY_FUNCTION(Wait, (MPI_Request *, MPI_Status *))
TOY_FUNCTION(Test, (MPI_Request *, int *flag, MPI_Status *))
TOY_FUNCTION(Waitall, (int count, MPI_Request[], MPI_Status[]))
TOY_FUNCTION(Waitany, (int count, MPI_Request[], int *index, MPI_Status *))
TOY_FUNCTION(Waitsome, (int count, MPI_Request[], int *done, int indices[], MPI_Status[]))
TOY_FUNCTION(Request_free, (MPI_Request *))
TOY_FUNCTION(Cancel, (MPI_Request *))

TOY_FUNCTION(Barrier, (MPI_Comm))
TOY_FUNCTION(Bcast, (void *, int count, MPI_Datatype, int root, MPI_Comm))
TOY_FUNCTION(Allreduce, (const void *, void *, int count, MPI_Datatype, MPI_Op, MPI_Comm))
TOY_FUNCTION(Iallreduce, (const void *, void *, int count, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *))
TOY_FUNCTION(Ireduce, (const void *, void *, int count, MPI_Datatype, MPI_Op, int root, MPI_Comm, MPI_Request *))
TOY_FUNCTION(Allreduce_init, (const void *, void *, int count, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request *))
TOY_FUNCTION(Ialltoall, (const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm, MPI_Request *))
TOY_FUNCTION(Ialltoallw, (const void *, const int[], const int[], const MPI_Datatype[], void *, const int[],
                          const int[], const MPI_Datatype[], MPI_Comm, MPI_Request *))
TOY_FUNCTION(T_finalize, (void))

/* Of the tool information interface the toy library has those of the recorder, as PMPI_ alone; a facade has the others.
 */
#define TOY_TOOL_FUNCTION(name) extern __typeof__(PMPI_T_##name) MPI_T_##name;
TOY_TOOL_FUNCTION(init_thread)
TOY_TOOL_FUNCTION(enum_get_info)
TOY_TOOL_FUNCTION(enum_get_item)
TOY_TOOL_FUNCTION(cvar_get_num)
TOY_TOOL_FUNCTION(cvar_get_info)
TOY_TOOL_FUNCTION(cvar_handle_alloc)
TOY_TOOL_FUNCTION(cvar_handle_free)
TOY_TOOL_FUNCTION(cvar_read)
TOY_TOOL_FUNCTION(pvar_get_num)
TOY_TOOL_FUNCTION(pvar_get_info)
TOY_TOOL_FUNCTION(pvar_session_create)
TOY_TOOL_FUNCTION(pvar_session_free)
TOY_TOOL_FUNCTION(pvar_handle_alloc)
TOY_TOOL_FUNCTION(pvar_handle_free)
TOY_TOOL_FUNCTION(pvar_start)
TOY_TOOL_FUNCTION(pvar_read)
TOY_TOOL_FUNCTION(category_get_num)
TOY_TOOL_FUNCTION(category_get_info)
TOY_TOOL_FUNCTION(category_get_cvars)
TOY_TOOL_FUNCTION(category_get_pvars)
TOY_TOOL_FUNCTION(category_get_categories)
TOY_TOOL_FUNCTION(category_changed)
TOY_TOOL_FUNCTION(category_get_num_events)
TOY_TOOL_FUNCTION(category_get_events)
TOY_TOOL_FUNCTION(source_get_num)
TOY_TOOL_FUNCTION(source_get_info)
TOY_TOOL_FUNCTION(source_get_timestamp)
TOY_TOOL_FUNCTION(event_get_num)
TOY_TOOL_FUNCTION(event_get_info)
TOY_TOOL_FUNCTION(event_handle_alloc)
TOY_TOOL_FUNCTION(event_handle_free)
TOY_TOOL_FUNCTION(event_register_callback)
TOY_TOOL_FUNCTION(event_set_dropped_handler)
TOY_TOOL_FUNCTION(event_copy)
TOY_TOOL_FUNCTION(event_get_timestamp)
TOY_TOOL_FUNCTION(event_get_source)
int MPI_T_cvar_get_index(const char *name, int *index);
int MPI_T_cvar_write(MPI_T_cvar_handle, const void *);
int MPI_T_pvar_get_index(const char *name, int variable_class, int *index);
int MPI_T_pvar_stop(MPI_T_pvar_session, MPI_T_pvar_handle);
int MPI_T_pvar_write(MPI_T_pvar_session, MPI_T_pvar_handle, const void *);
int MPI_T_pvar_reset(MPI_T_pvar_session, MPI_T_pvar_handle);
int MPI_T_pvar_readreset(MPI_T_pvar_session, MPI_T_pvar_handle, void *);
int MPI_T_category_get_index(const char *name, int *index);
int MPI_T_event_get_index(const char *name, int *index);
int MPI_T_event_handle_set_info(MPI_T_event_registration, MPI_Info);
int MPI_T_event_handle_get_info(MPI_T_event_registration, MPI_Info *);
int MPI_T_event_callback_set_info(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info);
int MPI_T_event_callback_get_info(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info *);
int MPI_T_event_read(MPI_T_event_instance, int element, void *buffer);

#ifdef __cplusplus
}
#endif
#endif
