#ifndef MPIDBG_STANDARD_ABI_H
#define MPIDBG_STANDARD_ABI_H
/* Declares what the recorder needs of the mpi.h of the standard ABI of MPI-5. The standard fixes widths and numbers
 * (MPI 5.0, chapter 20 and annex A), so one recorder works with every library that has this ABI, and is built
 * without any of these libraries. The names are those of mpi.h, which this file replaces. */

#include <stddef.h>
#include <stdint.h>

#define MPI_VERSION 5
#define MPI_SUBVERSION 0
#define MPI_ABI_VERSION 1
#define MPI_ABI_SUBVERSION 0

typedef intptr_t MPI_Aint;
typedef int64_t MPI_Count, MPI_Offset;
typedef int MPI_Fint; /* defined only by the recorder, because the ABI does not cover Fortran */

/* Handles of predefined objects are small numbers; those of other objects are defined by the library. */
typedef struct MPI_ABI_Comm *MPI_Comm;
typedef struct MPI_ABI_Datatype *MPI_Datatype;
typedef struct MPI_ABI_Errhandler *MPI_Errhandler;
typedef struct MPI_ABI_File *MPI_File;
typedef struct MPI_ABI_Group *MPI_Group;
typedef struct MPI_ABI_Info *MPI_Info;
typedef struct MPI_ABI_Message *MPI_Message;
typedef struct MPI_ABI_Op *MPI_Op;
typedef struct MPI_ABI_Request *MPI_Request;
typedef struct MPI_ABI_Session *MPI_Session;
typedef struct MPI_ABI_Win *MPI_Win;

enum {
  MPI_SUCCESS = 0,
  MPI_ERR_TYPE = 3,
  MPI_ERR_OTHER = 16,
  MPI_T_ERR_INVALID_INDEX = 1007,
  MPI_ANY_SOURCE = -1,
  MPI_ANY_TAG = -2,
  MPI_PROC_NULL = -3,
  MPI_ROOT = -4,
  MPI_UNDEFINED = -32766,
  MPI_THREAD_SINGLE = 0,
  MPI_THREAD_FUNNELED = 1024,
  MPI_THREAD_SERIALIZED = 2048,
  MPI_THREAD_MULTIPLE = 4096,
  MPI_LOCK_EXCLUSIVE = 301,
  MPI_LOCK_SHARED = 302,
  MPI_COMBINER_NAMED = 101,
  MPI_MAX_LIBRARY_VERSION_STRING = 8192
};

/* The access modes of MPI_File_open. */
enum {
  MPI_MODE_APPEND = 1,
  MPI_MODE_CREATE = 2,
  MPI_MODE_DELETE_ON_CLOSE = 4,
  MPI_MODE_EXCL = 8,
  MPI_MODE_RDONLY = 16,
  MPI_MODE_RDWR = 32,
  MPI_MODE_SEQUENTIAL = 64,
  MPI_MODE_UNIQUE_OPEN = 128,
  MPI_MODE_WRONLY = 256
};

#define MPI_IN_PLACE ((void *)1)

#define MPI_REQUEST_NULL ((MPI_Request)384)
#define MPI_COMM_NULL ((MPI_Comm)256)
#define MPI_COMM_WORLD ((MPI_Comm)257)
#define MPI_COMM_SELF ((MPI_Comm)258)
#define MPI_GROUP_NULL ((MPI_Group)264)
#define MPI_DATATYPE_NULL ((MPI_Datatype)512)
#define MPI_OP_NULL ((MPI_Op)32)
#define MPI_WIN_NULL ((MPI_Win)272)
#define MPI_FILE_NULL ((MPI_File)280)
#define MPI_INFO_NULL ((MPI_Info)304)
#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)320)
#define MPI_MESSAGE_NULL ((MPI_Message)296)
#define MPI_SESSION_NULL ((MPI_Session)288)

/* The datatypes that variables of MPI_T can have. */
#define MPI_INT ((MPI_Datatype)521)
#define MPI_LONG ((MPI_Datatype)522)
#define MPI_UNSIGNED ((MPI_Datatype)525)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)526)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)527)
#define MPI_DOUBLE ((MPI_Datatype)532)
#define MPI_C_BOOL ((MPI_Datatype)568)
#define MPI_CHAR ((MPI_Datatype)579)
#define MPI_INT32_T ((MPI_Datatype)592)
#define MPI_UINT32_T ((MPI_Datatype)593)
#define MPI_INT64_T ((MPI_Datatype)600)
#define MPI_UINT64_T ((MPI_Datatype)601)

/* The next declarations are those of the tool information interface. */

typedef struct MPI_ABI_T_enum *MPI_T_enum;
typedef struct MPI_ABI_T_cvar_handle *MPI_T_cvar_handle;
typedef struct MPI_ABI_T_pvar_handle *MPI_T_pvar_handle;
typedef struct MPI_ABI_T_pvar_session *MPI_T_pvar_session;
typedef struct MPI_ABI_T_event_registration *MPI_T_event_registration;
typedef struct MPI_ABI_T_event_instance *MPI_T_event_instance;

#define MPI_T_ENUM_NULL ((MPI_T_enum)0)
#define MPI_T_CVAR_HANDLE_NULL ((MPI_T_cvar_handle)0)
#define MPI_T_PVAR_HANDLE_NULL ((MPI_T_pvar_handle)0)

enum {
  MPI_T_VERBOSITY_USER_BASIC = 9,
  MPI_T_VERBOSITY_USER_DETAIL = 10,
  MPI_T_VERBOSITY_USER_ALL = 12,
  MPI_T_VERBOSITY_TUNER_BASIC = 17,
  MPI_T_VERBOSITY_TUNER_DETAIL = 18,
  MPI_T_VERBOSITY_TUNER_ALL = 20,
  MPI_T_VERBOSITY_MPIDEV_BASIC = 33,
  MPI_T_VERBOSITY_MPIDEV_DETAIL = 34,
  MPI_T_VERBOSITY_MPIDEV_ALL = 36,
  MPI_T_BIND_NO_OBJECT = 1,
  MPI_T_BIND_MPI_COMM = 2,
  MPI_T_BIND_MPI_DATATYPE = 3,
  MPI_T_BIND_MPI_ERRHANDLER = 4,
  MPI_T_BIND_MPI_FILE = 5,
  MPI_T_BIND_MPI_GROUP = 6,
  MPI_T_BIND_MPI_OP = 7,
  MPI_T_BIND_MPI_REQUEST = 8,
  MPI_T_BIND_MPI_WIN = 9,
  MPI_T_BIND_MPI_MESSAGE = 10,
  MPI_T_BIND_MPI_INFO = 11,
  MPI_T_BIND_MPI_SESSION = 12,
  MPI_T_SCOPE_CONSTANT = 1,
  MPI_T_SCOPE_READONLY = 2,
  MPI_T_SCOPE_LOCAL = 3,
  MPI_T_SCOPE_GROUP = 4,
  MPI_T_SCOPE_GROUP_EQ = 5,
  MPI_T_SCOPE_ALL = 6,
  MPI_T_SCOPE_ALL_EQ = 7,
  MPI_T_PVAR_CLASS_STATE = 1,
  MPI_T_PVAR_CLASS_LEVEL = 2,
  MPI_T_PVAR_CLASS_SIZE = 3,
  MPI_T_PVAR_CLASS_PERCENTAGE = 4,
  MPI_T_PVAR_CLASS_HIGHWATERMARK = 5,
  MPI_T_PVAR_CLASS_LOWWATERMARK = 6,
  MPI_T_PVAR_CLASS_COUNTER = 7,
  MPI_T_PVAR_CLASS_AGGREGATE = 8,
  MPI_T_PVAR_CLASS_TIMER = 9,
  MPI_T_PVAR_CLASS_GENERIC = 10
};
typedef enum { MPI_T_SOURCE_ORDERED = 1, MPI_T_SOURCE_UNORDERED = 2 } MPI_T_source_order;
typedef enum {
  MPI_T_CB_REQUIRE_NONE = 0,
  MPI_T_CB_REQUIRE_MPI_RESTRICTED = 3,
  MPI_T_CB_REQUIRE_THREAD_SAFE = 15,
  MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE = 63
} MPI_T_cb_safety;

typedef void MPI_T_event_cb_function(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void *);
typedef void MPI_T_event_dropped_cb_function(MPI_Count, MPI_T_event_registration, int, MPI_T_cb_safety, void *);
typedef void MPI_T_event_free_cb_function(MPI_T_event_registration, MPI_T_cb_safety, void *);

/* These declarations give the types of functions that the recorder looks up at run time (mpit_functions.def,
 * mpit_events.cpp) and does not link. */

#ifdef __cplusplus
extern "C" {
#endif

int PMPI_Type_size(MPI_Datatype, int *size);
int PMPI_T_init_thread(int required, int *provided);
int PMPI_T_enum_get_info(MPI_T_enum, int *count, char *name, int *length);
int PMPI_T_enum_get_item(MPI_T_enum, int index, int *value, char *name, int *length);
int PMPI_T_cvar_get_num(int *count);
int PMPI_T_cvar_get_info(int index, char *name, int *length, int *verbosity, MPI_Datatype *, MPI_T_enum *,
                         char *description, int *description_length, int *bind, int *scope);
int PMPI_T_cvar_handle_alloc(int index, void *object, MPI_T_cvar_handle *, int *count);
int PMPI_T_cvar_handle_free(MPI_T_cvar_handle *);
int PMPI_T_cvar_read(MPI_T_cvar_handle, void *buffer);
int PMPI_T_pvar_get_num(int *count);
int PMPI_T_pvar_get_info(int index, char *name, int *length, int *verbosity, int *variable_class, MPI_Datatype *,
                         MPI_T_enum *, char *description, int *description_length, int *bind, int *read_only,
                         int *continuous, int *atomic);
int PMPI_T_pvar_session_create(MPI_T_pvar_session *);
int PMPI_T_pvar_session_free(MPI_T_pvar_session *);
int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session, int index, void *object, MPI_T_pvar_handle *, int *count);
int PMPI_T_pvar_handle_free(MPI_T_pvar_session, MPI_T_pvar_handle *);
int PMPI_T_pvar_start(MPI_T_pvar_session, MPI_T_pvar_handle);
int PMPI_T_pvar_read(MPI_T_pvar_session, MPI_T_pvar_handle, void *buffer);
int PMPI_T_category_get_num(int *count);
int PMPI_T_category_get_info(int index, char *name, int *length, char *description, int *description_length, int *cvars,
                             int *pvars, int *categories);
int PMPI_T_category_get_cvars(int index, int length, int *indices);
int PMPI_T_category_get_pvars(int index, int length, int *indices);
int PMPI_T_category_get_categories(int index, int length, int *indices);
int PMPI_T_category_changed(int *stamp);
int PMPI_T_category_get_num_events(int index, int *count);
int PMPI_T_category_get_events(int index, int length, int *indices);
int PMPI_T_source_get_num(int *count);
int PMPI_T_source_get_info(int index, char *name, int *length, char *description, int *description_length,
                           MPI_T_source_order *, MPI_Count *ticks_per_second, MPI_Count *most_ticks, MPI_Info *);
int PMPI_T_source_get_timestamp(int index, MPI_Count *time);
int PMPI_T_event_get_num(int *count);
int PMPI_T_event_get_info(int index, char *name, int *length, int *verbosity, MPI_Datatype *datatypes,
                          MPI_Aint *displacements, int *elements, MPI_T_enum *, MPI_Info *, char *description,
                          int *description_length, int *bind);
int PMPI_T_event_handle_alloc(int index, void *object, MPI_Info, MPI_T_event_registration *);
int PMPI_T_event_handle_free(MPI_T_event_registration, void *data, MPI_T_event_free_cb_function *);
int PMPI_T_event_register_callback(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info, void *data,
                                   MPI_T_event_cb_function *);
int PMPI_T_event_set_dropped_handler(MPI_T_event_registration, MPI_T_event_dropped_cb_function *);
int PMPI_T_event_copy(MPI_T_event_instance, void *buffer);
int PMPI_T_event_get_timestamp(MPI_T_event_instance, MPI_Count *time);
int PMPI_T_event_get_source(MPI_T_event_instance, int *index);

#ifdef __cplusplus
}
#endif
#endif
