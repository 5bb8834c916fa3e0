/* These functions return what mpidbg's recorder noted in a process that it was loaded into: which calls created and
 * freed the handles, and which call each thread is in. The other functions of this plugin answer from the MPI library's
 * memory. They use the record only for facts that memory lacks; comments on the members name these facts. The functions
 * here return the whole record.
 *
 * Results belong to the caller, who frees them with mpidbg_recorded_free, which also frees strings and arrays in them.
 * Strings are never null. The text of a call contains the arguments with their names in the MPI standard:
 * "MPI_Comm_split(comm=MPI_COMM_WORLD, color=1, key=0)". Sites are return addresses: the program continues there after
 * the call. 0 means that the address was not recorded.
 *
 * Times are nanoseconds of the clock CLOCK_MONOTONIC of the process's machine; 0 means that none was taken. See
 * mpidbg_recorder_info_t.realtime_offset for the time of day.
 *
 * All functions return mpidbg_return_codes_t: MPIDBG_ERR_NOT_FOUND if the process has no recorder or the
 * record does not contain the handle; MPIDBG_ERR_NOT_SUPPORTED if the record has another version;
 * MPIDBG_ERR_UNAVAILABLE if the record is implausible. mpidbg_error_detail returns a sentence.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIDBG_ABI_RECORDED_INTERFACE_H
#define MPIDBG_ABI_RECORDED_INTERFACE_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Describes the complete record of a process. */
struct mpidbg_recorder_info_t {
  uint32_t struct_size; /* set by the caller to sizeof; nothing is written beyond it */
  uint32_t pid;         /* process id of the recording process */
  mqs_taddr_t address;
  int32_t mpi_state;       /* mpidbg_mpi_state_t */
  int32_t thread_level;    /* the library's number of the level; -1 if unknown */
  int32_t pcontrol_level;  /* 0 if MPI_Pcontrol has paused the recorder */
  uint32_t forked_from;    /* parent that forked this process and made the earlier records; 0 if none */
  int64_t realtime_offset; /* time of day (nanoseconds since 1970) minus the times of the record */
  int64_t latest;          /* latest time in the record, at which a dead process was last seen in a call */
  char library[64];        /* the MPI library's own version text */
  char problem[256];       /* why live objects or threads are missing in the record; empty if none are */
  /* Milliseconds between regular snapshots of MPI_T; 0 if there are none. If the thread level is below
   * MPI_THREAD_MULTIPLE, the first MPI call after this time takes the snapshot. */
  uint32_t snapshot_interval;
  uint32_t reserved;
};
MPIDBG_EXPORT int mpidbg_recorder_query(mqs_process *process, struct mpidbg_recorder_info_t *info);

enum mpidbg_recorded_flags_t {
  MPIDBG_RECORDED_LIVE = 1,
  MPIDBG_RECORDED_FREED = 2, /* the program has freed the object, which is not live */
  MPIDBG_RECORDED_COMPLETED = 4,
  MPIDBG_RECORDED_PERSISTENT = 8,
  MPIDBG_RECORDED_ACTIVE = 16,
  MPIDBG_RECORDED_CANCELLED = 32,
  MPIDBG_RECORDED_REPLACED =
      64, /* the library gave the handle to a later object; the end of this object was not seen */
  MPIDBG_RECORDED_FORTRAN = 128, /* created through the Fortran bindings */
  /* The following bits say which members hold information. */
  MPIDBG_RECORDED_COUNT_KNOWN = 0x10000,
  MPIDBG_RECORDED_PEER_KNOWN = 0x20000,
  MPIDBG_RECORDED_TAG_KNOWN = 0x40000
};

/* Describes a lock of a window that the program has acquired and not released. Locks count from the return of the call
 * that acquired them. */
struct mpidbg_recorded_lock_t {
  int32_t target;    /* rank in the window; -1: all (MPI_Win_lock_all) */
  int32_t exclusive; /* nonzero for an exclusive lock, 0 for a shared lock */
  mqs_taddr_t site;
  int64_t time;
};

/* Describes one object in the record. */
struct mpidbg_recorded_t {
  enum mpidbg_handle_kind_t kind;
  uint32_t flags; /* mpidbg_recorded_flags_t */
  mqs_taddr_t handle;
  char *created_by; /* name of the call, such as "MPI_Comm_split" */
  char *call;       /* the same call with its arguments, if they are known */
  mqs_taddr_t created_at;
  int64_t created; /* time when the object was created; for a persistent request, when it was last started */
  char *freed_by;  /* name of the call that freed the object; empty if it is live or the call was not recorded */
  mqs_taddr_t freed_at;
  int64_t ended;                           /* time when the object was freed, or completed by a wait or test */
  struct mpidbg_handle_reference_t parent; /* the first handle among the arguments; its handle is 0 if there is none */
  char *name;                              /* path of a file, else the name given by MPI_Comm_set_name and the like */
  uint32_t given; /* how many times the program received the handle (MPI_Comm_group) without freeing it */

  /* For windows: the last synchronisation call that has returned, with its most informative argument; empty if none. */
  char *last_call;
  int64_t last_used;

  /* For requests: the arguments of the call that created it. MPI_ANY_SOURCE and the like have the library's values. */
  struct mpidbg_handle_reference_t owner; /* communicator, window or file; its handle is 0 if there is none */
  mqs_taddr_t datatype;                   /* the first datatype; 0 if there is none */
  mqs_taddr_t op;
  mqs_taddr_t buffer;
  int32_t count;
  int32_t peer; /* destination, source, root or target */
  int32_t tag;

  /* Live requests that use the object (for an info object, the live objects that were made with it), and calls in
   * progress that have it as an argument. */
  uint32_t num_users;
  uint32_t num_calls;
  struct mpidbg_handle_reference_t *users;
  char **calls;

  uint32_t earlier; /* number of known earlier objects with the same handle */
  char *doubt;      /* how the library's memory contradicts the record; empty if no contradiction is known */

  uint32_t num_locks; /* number of locks of a window */
  struct mpidbg_recorded_lock_t *locks;
  uint32_t num_callers; /* number of return addresses of the callers of created_at, innermost first */
  mqs_taddr_t *callers;
  int32_t kept;                /* nonzero if the program freed it and the recorder preserved it (MPIDBG_KEEP_FREED) */
  int32_t more_datatypes;      /* nonzero if the request uses further datatypes, which are unknown */
  mqs_taddr_t second_datatype; /* another datatype of the request; 0 if there is none */
};
/* Returns the record of a handle: the live object, or else the object with this handle that ended last. */
MPIDBG_EXPORT int mpidbg_recorded_query(mqs_process *process, enum mpidbg_handle_kind_t kind, mqs_taddr_t handle,
                                        struct mpidbg_recorded_t **recorded);
/* Returns all objects of a kind that have one of the flags, ordered by the time of their creation or end. *recorded is
 * an array of pointers, or null if nothing matches; mpidbg_recorded_free_list frees the array and the objects. */
MPIDBG_EXPORT int mpidbg_recorded_list(mqs_process *process, enum mpidbg_handle_kind_t kind, uint32_t flags, int *count,
                                       struct mpidbg_recorded_t ***recorded);
/* mpidbg_recorded_free frees an object. mpidbg_recorded_free_list frees an array and the objects that it points to. */
MPIDBG_EXPORT void mpidbg_recorded_free(struct mpidbg_recorded_t *recorded);
MPIDBG_EXPORT void mpidbg_recorded_free_list(int count, struct mpidbg_recorded_t **recorded);

/* Describes a thread that has made MPI calls. */
struct mpidbg_recorded_thread_t {
  uint64_t tid;
  int alive;
  int in_call;
  char *name; /* name of the call in progress, or else of the last call; empty before the first call */
  char *call;
  mqs_taddr_t site;
  int64_t since;  /* when the call began */
  uint64_t calls; /* number of calls that the thread has begun */
};
MPIDBG_EXPORT int mpidbg_recorded_threads(mqs_process *process, int *count, struct mpidbg_recorded_thread_t **threads);
MPIDBG_EXPORT void mpidbg_recorded_free_threads(int count, struct mpidbg_recorded_thread_t *threads);

/* Returns how many collective operations the program has begun on a communicator since its creation, including
 * nonblocking ones and calls like MPI_Comm_dup. Returns MPIDBG_ERR_NOT_FOUND if they are not counted, and
 * MPIDBG_ERR_UNAVAILABLE if calls may be missing. */
MPIDBG_EXPORT int mpidbg_recorded_collectives(mqs_process *process, mqs_taddr_t communicator, uint64_t *begun);

/* Describes a call that has returned. */
struct mpidbg_recorded_event_t {
  char name[48];
  uint64_t tid; /* 0: not known */
  mqs_taddr_t site;
  int64_t time;
  mqs_taddr_t subject; /* the object that the call created, else the first handle among its arguments */
  int32_t result;
};
/* Returns at most `*count` of the last events, with the latest at the end, and sets *count. */
MPIDBG_EXPORT int mpidbg_recorded_events(mqs_process *process, int *count, struct mpidbg_recorded_event_t **events);
MPIDBG_EXPORT void mpidbg_recorded_free_events(struct mpidbg_recorded_event_t *events);

#ifdef __cplusplus
}
#endif
#endif
