/* Declares the functions for performance variables of the MPI tool information interface, and for sessions; see
 * mpit_interface.h.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_MPIT_PVAR_H
#define MPIDBG_ABI_MPIT_PVAR_H

#include "mpidbg/abi/mpit/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The class of a variable (MPI_T_PVAR_CLASS_*). */
enum mpidbg_pvar_class_t {
  MPIDBG_PVAR_CLASS_STATE,
  MPIDBG_PVAR_CLASS_LEVEL,
  MPIDBG_PVAR_CLASS_SIZE,
  MPIDBG_PVAR_CLASS_PERCENTAGE,
  MPIDBG_PVAR_CLASS_HIGHWATERMARK,
  MPIDBG_PVAR_CLASS_LOWWATERMARK,
  MPIDBG_PVAR_CLASS_COUNTER,
  MPIDBG_PVAR_CLASS_AGGREGATE,
  MPIDBG_PVAR_CLASS_TIMER,
  MPIDBG_PVAR_CLASS_GENERIC
};

MPIDBG_EXPORT int mpidbg_pvar_get_num(mqs_process *process, int *num_pvar);

/* Describes a variable. `var_class` becomes an mpidbg_pvar_class_t, and `enumtype` 0 unless the datatype is MPI_INT. */
MPIDBG_EXPORT int mpidbg_pvar_get_info(mqs_process *process, int pvar_index, char *name, int *name_len, int *verbosity,
                                       int *var_class, enum mpidbg_t_datatype_t *datatype, mpidbg_enum_t *enumtype,
                                       char *desc, int *desc_len, int *bind, int *readonly, int *continuous,
                                       int *atomic);

MPIDBG_EXPORT int mpidbg_pvar_get_index(mqs_process *process, const char *name, int var_class, int *pvar_index);

/* Reads the current value of a variable in the library. For a bound variable, reads the value that belongs to the
 * object with this C handle. Sessions play no role, so counters, timers and aggregates have the sum since the
 * beginning. *count becomes the number of elements; at most `len` of them are written. Returns MPIDBG_ERR_UNAVAILABLE
 * if the value is not in memory because a function of the library computes it. */
MPIDBG_EXPORT int mpidbg_pvar_current(mqs_process *process, int pvar_index, mqs_taddr_t object, int len,
                                      struct mpidbg_t_value_t values[], int *count);

/* Lists, as C handles, the objects for which the selected state has values of a bound variable. The list is empty for a
 * variable that is not bound. *count becomes the number of objects; at most `len` of them are written. Returns
 * MPIDBG_ERR_NOT_SUPPORTED if memory has values for every live object of the kind: list these then. */
MPIDBG_EXPORT int mpidbg_pvar_objects(mqs_process *process, int pvar_index, int len, mqs_taddr_t objects[], int *count);

/* Describes where mpidbg_pvar_current finds the value. Members are only appended. */
struct mpidbg_t_origin_t {
  uint32_t struct_size; /* set by the caller; at most this many bytes are written */
  uint32_t reserved;
  uint64_t snapshot;     /* number of the snapshot; 0 for the library's memory */
  int64_t time;          /* time of the snapshot: CLOCK_MONOTONIC of the process's machine, nanoseconds */
  int64_t realtime;      /* the same as time of day: nanoseconds since 1970 */
  int64_t sum_begins_at; /* counters, aggregates and timers count from this moment on (as `time`); 0: from the
                            beginning of the process */
};
MPIDBG_EXPORT int mpidbg_pvar_get_origin(mqs_process *process, int pvar_index, mqs_taddr_t object,
                                         struct mpidbg_t_origin_t *origin);
MPIDBG_EXPORT int mpidbg_cvar_get_value_origin(mqs_process *process, int cvar_index, struct mpidbg_t_origin_t *origin);

/* ---- sessions ----
 *
 * Sessions and handles live in the plugin, and nothing in the process knows of them. For a handle, time passes when a
 * later state of the process is selected (mpidbg_snapshot_select), or when the process itself has run. A started handle
 * then sees every complete snapshot in between; a stopped handle sees none. When an earlier state is selected, a handle
 * keeps what it has counted, and it does not count the same time twice when a later state is selected again.
 *
 * - Counters, aggregates and timers begin with 0 when the handle is started or reset. For continuous variables they
 *   begin when the handle is allocated or reset. They count the growth of the variable since then, modulo the width of
 *   its datatype.
 * - Watermarks begin with the value that the variable has at that time, and become the highest or lowest value seen.
 * - All others are the value of the selected state.
 *
 * A stopped handle keeps the value that it had when it was stopped. A handle that was never started has the value at
 * its allocation. */
typedef uint64_t mpidbg_pvar_session_t; /* the numbers are never reused */
typedef uint64_t mpidbg_pvar_handle_t;
#define MPIDBG_PVAR_SESSION_NULL 0
#define MPIDBG_PVAR_HANDLE_NULL 0
#define MPIDBG_PVAR_ALL_HANDLES UINT64_MAX

MPIDBG_EXPORT int mpidbg_pvar_session_create(mqs_process *process, mpidbg_pvar_session_t *session);
/* Frees the session and its handles. *session becomes MPIDBG_PVAR_SESSION_NULL. */
MPIDBG_EXPORT int mpidbg_pvar_session_free(mqs_process *process, mpidbg_pvar_session_t *session);

/* Makes a handle of a variable. `obj_handle` points to the C handle that the object to bind to has in the process. It
 * is ignored if the variable is not bound. Returns MPIDBG_T_ERR_INVALID_HANDLE if the object does not exist in the
 * selected state. */
MPIDBG_EXPORT int mpidbg_pvar_handle_alloc(mqs_process *process, mpidbg_pvar_session_t session, int pvar_index,
                                           const mqs_taddr_t *obj_handle, mpidbg_pvar_handle_t *handle, int *count);
/* Frees a handle. *handle becomes MPIDBG_PVAR_HANDLE_NULL. */
MPIDBG_EXPORT int mpidbg_pvar_handle_free(mqs_process *process, mpidbg_pvar_session_t session,
                                          mpidbg_pvar_handle_t *handle);

/* These functions start, stop, read or reset a variable by its handle. They return MPIDBG_T_ERR_INVALID_HANDLE for a
 * handle of another session, and never MPIDBG_T_ERR_NOT_ACCESSIBLE. In the functions that start, stop and reset,
 * MPIDBG_PVAR_ALL_HANDLES stands for all handles of the session. */
MPIDBG_EXPORT int mpidbg_pvar_start(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle);
MPIDBG_EXPORT int mpidbg_pvar_stop(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle);
/* Writes the elements of the value; mpidbg_pvar_handle_alloc has returned their number. Returns MPIDBG_T_ERR_INVALID if
 * the value cannot be read. */
MPIDBG_EXPORT int mpidbg_pvar_read(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle,
                                   struct mpidbg_t_value_t values[]);
/* Never writes, because a process is only read: returns MPIDBG_T_ERR_PVAR_NO_WRITE for every existing handle. */
MPIDBG_EXPORT int mpidbg_pvar_write(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle,
                                    const struct mpidbg_t_value_t values[]);
MPIDBG_EXPORT int mpidbg_pvar_reset(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle);
MPIDBG_EXPORT int mpidbg_pvar_readreset(mqs_process *process, mpidbg_pvar_session_t session,
                                        mpidbg_pvar_handle_t handle, struct mpidbg_t_value_t values[]);

#ifdef __cplusplus
}
#endif
#endif
