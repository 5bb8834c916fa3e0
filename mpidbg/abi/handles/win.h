/* Declares the queries for windows and for the state of their synchronisation, mpidbg_win_*.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_WIN_H
#define MPIDBG_ABI_HANDLES_WIN_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_win_capabilities_t {
  MPIDBG_WIN_CAP_BASIC = 0x01, /* handles, group, reference count, wi_base to wi_model */
  MPIDBG_WIN_CAP_STRING_NAMES = 0x02,
  /* MPIDBG_WIN_INFO_FREED_HANDLE and _FREED_OBJECT hold information: MPI_Win_free has begun, or has ended while the
   * object still exists. Not set for libraries that destroy the object in MPI_Win_free; queries of a freed window then
   * return MPIDBG_ERR_NOT_FOUND. */
  MPIDBG_WIN_CAP_FREED_HANDLE = 0x04,
  MPIDBG_WIN_CAP_FREED_OBJECT = 0x08,
  MPIDBG_WIN_CAP_COMM = 0x10,
  MPIDBG_WIN_CAP_INFO = 0x20,
  MPIDBG_WIN_CAP_ATTRIBUTES = 0x40,
  /* wi_access to wi_regions hold information if the window has MPIDBG_WIN_INFO_SYNC_KNOWN. */
  MPIDBG_WIN_CAP_SYNCHRONIZATION = 0x80,
  /* wi_last_call is the last synchronisation call that has returned, according to the recorder. No library stores that
   * call; without this bit, wi_last_call is inferred and MPIDBG_WIN_INFO_LAST_CALL_INFERRED is set. */
  MPIDBG_WIN_CAP_LAST_CALL = 0x100,
  MPIDBG_WIN_CAP_REQUEST_LIST = 0x200,
  MPIDBG_WIN_CAP_MAX
};

enum mpidbg_win_info_bitmap_t {
  MPIDBG_WIN_INFO_PREDEFINED = 0x01,
  MPIDBG_WIN_INFO_FREED_HANDLE = 0x02,
  MPIDBG_WIN_INFO_FREED_OBJECT = 0x04,
  MPIDBG_WIN_INFO_WIN_NULL = 0x08,
  /* wi_base to wi_model hold information. Not set for MPI_WIN_NULL. */
  MPIDBG_WIN_INFO_MEMORY_KNOWN = 0x10,
  /* wi_origin_comm is inferred from the name that the library gave to wi_comm, its duplicate. Without this bit, it is
   * the recorder's. */
  MPIDBG_WIN_INFO_ORIGIN_COMM_INFERRED = 0x20,
  /* wi_info_pairs and wi_ignored_info_pairs are known. */
  MPIDBG_WIN_INFO_HINTS = 0x40,
  MPIDBG_WIN_INFO_ATTRIBUTES_KNOWN = 0x80,
  /* wi_access and the members below hold information. If not set, wi_sync_problem says why. */
  MPIDBG_WIN_INFO_SYNC_KNOWN = 0x100,
  MPIDBG_WIN_INFO_COMPONENT_INFERRED = 0x200,
  /* The library stores fence epochs. Without this bit, MPIDBG_WIN_ACCESS_NONE may stand for a fence epoch. */
  MPIDBG_WIN_INFO_FENCE_KNOWN = 0x400,
  /* MPIDBG_WIN_ACCESS_LOCK_ALL is inferred, because every rank is locked for shared access. */
  MPIDBG_WIN_INFO_LOCK_ALL_INFERRED = 0x800,
  MPIDBG_WIN_INFO_POSTS_COUNTED = 0x1000,      /* wi_posts_arrived is known */
  MPIDBG_WIN_INFO_COMPLETES_COUNTED = 0x2000,  /* wi_completes_arrived is known */
  MPIDBG_WIN_INFO_LAST_CALL_INFERRED = 0x4000, /* wi_last_call is inferred */
  MPIDBG_WIN_INFO_OPERATIONS_COUNTED = 0x8000, /* wi_pending_operations is known */
  MPIDBG_WIN_INFO_REGIONS_KNOWN = 0x10000,     /* wi_regions is known */
  MPIDBG_WIN_INFO_NO_LOCKS = 0x20000,          /* the window was made with the hint no_locks, which forbids locks */
  MPIDBG_WIN_INFO_COMMUNICATED = 0x40000,      /* communication was started in the fence epoch */
  MPIDBG_WIN_INFO_POSTERS_KNOWN = 0x80000,     /* wi_posters is known */
  MPIDBG_WIN_INFO_MAX
};

/* The function that made the window, with the numbers of MPI_WIN_FLAVOR_* in mpi.h. */
enum mpidbg_win_flavor_t {
  MPIDBG_WIN_FLAVOR_CREATE = 1,
  MPIDBG_WIN_FLAVOR_ALLOCATE = 2,
  MPIDBG_WIN_FLAVOR_DYNAMIC = 3,
  MPIDBG_WIN_FLAVOR_SHARED = 4
};
enum mpidbg_win_model_t { MPIDBG_WIN_MODEL_UNIFIED = 0, MPIDBG_WIN_MODEL_SEPARATE = 1 };

/* The access epoch in which this process, as origin, may call MPI_Put, MPI_Get and so on. */
enum mpidbg_win_access_t {
  MPIDBG_WIN_ACCESS_NONE,
  MPIDBG_WIN_ACCESS_FENCE,   /* after an MPI_Win_fence whose assertion does not say that it is the last */
  MPIDBG_WIN_ACCESS_START,   /* after MPI_Win_start, before MPI_Win_complete; see wi_start_peers */
  MPIDBG_WIN_ACCESS_LOCK,    /* after MPI_Win_lock, before MPI_Win_unlock; see wi_locks */
  MPIDBG_WIN_ACCESS_LOCK_ALL /* after MPI_Win_lock_all, before MPI_Win_unlock_all */
};

enum mpidbg_win_lock_type_t { MPIDBG_WIN_LOCK_UNKNOWN, MPIDBG_WIN_LOCK_EXCLUSIVE, MPIDBG_WIN_LOCK_SHARED };

enum mpidbg_win_lock_state_t {
  MPIDBG_WIN_LOCK_HELD,
  MPIDBG_WIN_LOCK_WANTED,         /* requested and not granted yet */
  MPIDBG_WIN_LOCK_HELD_OR_WANTED, /* the library does not store which of the two */
  MPIDBG_WIN_LOCK_RELEASING       /* MPI_Win_unlock has begun */
};

/* Describes the lock of one process's memory, with the number of its holders. No library stores the ranks of the
 * holders. */
struct mpidbg_win_lock_word_t {
  int known;     /* 0 if the other members hold no information */
  int exclusive; /* nonzero if a process holds an exclusive lock */
  int shared;    /* number of processes that hold a shared lock */
  int waiting;   /* number of processes that wait for the lock; -1 if unknown */
};

/* Describes a lock that this process holds or wants at a target. */
struct mpidbg_win_lock_t {
  int target;                       /* rank in the window; -1: all (MPI_Win_lock_all) */
  enum mpidbg_win_lock_type_t type; /* that of a held lock may be the recorder's */
  enum mpidbg_win_lock_state_t state;
  int nocheck; /* nonzero for MPI_MODE_NOCHECK, with which nothing is requested from the target */
  struct mpidbg_win_lock_word_t at_target;
};

/* Identifies a process of the window's group. */
struct mpidbg_win_peer_t {
  int rank; /* rank in the window; -1 if the process is not a member */
  int mpi_comm_world_rank;
};

/* Describes a process that waits for this process's lock. */
struct mpidbg_win_waiter_t {
  int rank; /* rank in the window */
  enum mpidbg_win_lock_type_t type;
};

/* Describes memory that MPI_Win_attach added to a dynamic window. */
struct mpidbg_win_region_t {
  mqs_taddr_t base;
  uint64_t bytes;
};

enum mpidbg_win_call_t {
  MPIDBG_WIN_CALL_UNKNOWN,
  MPIDBG_WIN_CALL_FENCE,
  MPIDBG_WIN_CALL_START,
  MPIDBG_WIN_CALL_COMPLETE,
  MPIDBG_WIN_CALL_POST,
  MPIDBG_WIN_CALL_WAIT,
  MPIDBG_WIN_CALL_TEST,
  MPIDBG_WIN_CALL_LOCK,
  MPIDBG_WIN_CALL_UNLOCK,
  MPIDBG_WIN_CALL_LOCK_ALL,
  MPIDBG_WIN_CALL_UNLOCK_ALL,
  /* Appended. Only the recorder knows the following calls. */
  MPIDBG_WIN_CALL_FLUSH,
  MPIDBG_WIN_CALL_FLUSH_ALL,
  MPIDBG_WIN_CALL_FLUSH_LOCAL,
  MPIDBG_WIN_CALL_FLUSH_LOCAL_ALL,
  MPIDBG_WIN_CALL_SYNC
};

struct mpidbg_win_info_t {
  char wi_name[MPIDBG_MAX_OBJECT_NAME]; /* always ends in NUL */
  enum mpidbg_win_info_bitmap_t wi_bitflags;
  mqs_taddr_t wi_c_handle;
  int wi_fortran_handle; /* -1: none */
  int wi_rank;           /* this process's rank in the window; -1 if it is not a member */
  int wi_size;           /* -1 if unknown, as for MPI_WIN_NULL, which has no group */
  mqs_taddr_t wi_group;
  mqs_taddr_t wi_comm;        /* the library's own duplicate of the communicator; 0 if unknown */
  mqs_taddr_t wi_origin_comm; /* communicator that the window was made with; 0 if unknown or freed since */
  mqs_taddr_t wi_errhandler;
  char *wi_errhandler_name; /* name of a predefined error handler, else null */
  int wi_reference_count;

  /* The memory of this process, as MPI_Win_get_attr gives it. A dynamic window has base 0 and size 0. */
  mqs_taddr_t wi_base;
  int64_t wi_bytes;
  int wi_disp_unit;
  enum mpidbg_win_flavor_t wi_flavor;
  enum mpidbg_win_model_t wi_model;

  /* The pairs that MPI_Win_get_info returns, and the ignored pairs. The program set the ignored pairs, but the library
   * does not use them. */
  int wi_num_info_pairs;
  struct mpidbg_info_pair_t *wi_info_pairs;
  int wi_num_ignored_info_pairs;
  struct mpidbg_info_pair_t *wi_ignored_info_pairs;
  /* The attributes by keyval, including predefined ones. */
  int wi_num_attrs;
  struct mpidbg_attribute_pair_t *wi_attrs;
  struct mpidbg_attribute_value_t *wi_attr_values; /* wi_num_attrs entries */
  int wi_num_pending_requests;                     /* those that only the recorder has come last */
  mqs_taddr_t *wi_pending_requests;

  char *wi_component;    /* the library's one-sided component for the window, such as "rdma"; null if unknown */
  char *wi_sync_problem; /* why the members below are unknown; null if they are known */

  /* The epochs of this process as origin. */
  enum mpidbg_win_access_t wi_access;
  mqs_taddr_t wi_start_group; /* 0 unless wi_access is MPIDBG_WIN_ACCESS_START */
  int wi_num_start_peers;
  struct mpidbg_win_peer_t *wi_start_peers; /* the group of MPI_Win_start, in its order */
  int wi_posts_arrived;                     /* number of start peers whose MPI_Win_post has arrived */
  int wi_num_locks;
  struct mpidbg_win_lock_t *wi_locks; /* ordered by target; the lock of MPI_Win_lock_all is the first */
  int wi_pending_operations;          /* operations that this process started and that may be incomplete */

  /* The epochs of this process as target. If wi_access shows a fence epoch, the process is a target as well. */
  mqs_taddr_t wi_post_group; /* the group of an MPI_Win_post whose epoch has not ended; 0 if there is none */
  int wi_num_post_peers;
  struct mpidbg_win_peer_t *wi_post_peers; /* the processes of wi_post_group, in its order */
  int wi_completes_arrived;                /* number of post peers whose MPI_Win_complete has arrived */
  /* Processes that have called MPI_Win_post for this process, as long as no MPI_Win_start has consumed the post. */
  int wi_num_posters;
  struct mpidbg_win_peer_t *wi_posters;
  struct mpidbg_win_lock_word_t wi_lock_word;
  int wi_num_lock_all_holders; /* processes with MPI_Win_lock_all that wi_lock_word does not count; -1 if unknown */
  int wi_num_waiters;          /* waiting processes whose rank the library stores */
  struct mpidbg_win_waiter_t *wi_waiters;

  int wi_num_regions;
  struct mpidbg_win_region_t *wi_regions;

  enum mpidbg_win_call_t wi_last_call;
};

MPIDBG_EXPORT extern enum mpidbg_win_capabilities_t mpidbg_win_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_win_name_map;

MPIDBG_EXPORT int mpidbg_win_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, mqs_taddr_t c_win, struct mpidbg_win_info_t **info);
MPIDBG_EXPORT int mpidbg_win_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                 mqs_process_info *process_info, mqs_taddr_t f77_win, mqs_taddr_t *c_win);
MPIDBG_EXPORT int mpidbg_win_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, mqs_taddr_t cxx_win, mqs_taddr_t *c_win);

/* Extension: returns the handles of all live windows; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_win_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
