/* Windows, and the state of their synchronisation.
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
  /* A window whose MPI_Win_free has begun, or has ended while the object lives on. Libraries that keep no such object
   * (the handle of a freed window is MPIDBG_ERR_NOT_FOUND) do not set these two. */
  MPIDBG_WIN_CAP_FREED_HANDLE = 0x04,
  MPIDBG_WIN_CAP_FREED_OBJECT = 0x08,
  MPIDBG_WIN_CAP_COMM = 0x10,
  MPIDBG_WIN_CAP_INFO = 0x20,
  MPIDBG_WIN_CAP_ATTRIBUTES = 0x40,
  /* wi_access to wi_regions, of a window with MPIDBG_WIN_INFO_SYNC_KNOWN. */
  MPIDBG_WIN_CAP_SYNCHRONIZATION = 0x80,
  /* wi_last_call is what the program called last and what has returned: from the recorder. Without it (no library
   * keeps it) the call is one that can be concluded, where MPIDBG_WIN_INFO_LAST_CALL_INFERRED is set. */
  MPIDBG_WIN_CAP_LAST_CALL = 0x100,
  MPIDBG_WIN_CAP_REQUEST_LIST = 0x200,
  MPIDBG_WIN_CAP_MAX
};

enum mpidbg_win_info_bitmap_t {
  MPIDBG_WIN_INFO_PREDEFINED = 0x01,
  MPIDBG_WIN_INFO_FREED_HANDLE = 0x02,
  MPIDBG_WIN_INFO_FREED_OBJECT = 0x04,
  MPIDBG_WIN_INFO_WIN_NULL = 0x08,
  /* wi_base to wi_model mean something: not so for MPI_WIN_NULL. */
  MPIDBG_WIN_INFO_MEMORY_KNOWN = 0x10,
  /* wi_origin_comm is concluded from the name that the library gave its duplicate, wi_comm. */
  MPIDBG_WIN_INFO_ORIGIN_COMM_INFERRED = 0x20,
  /* wi_info_pairs and wi_ignored_info_pairs are known. */
  MPIDBG_WIN_INFO_HINTS = 0x40,
  MPIDBG_WIN_INFO_ATTRIBUTES_KNOWN = 0x80,
  /* wi_access and the members below hold information. If not set, wi_sync_problem says why. */
  MPIDBG_WIN_INFO_SYNC_KNOWN = 0x100,
  MPIDBG_WIN_INFO_COMPONENT_INFERRED = 0x200,
  /* Fence epochs are kept: without this bit MPIDBG_WIN_ACCESS_NONE may be one. */
  MPIDBG_WIN_INFO_FENCE_KNOWN = 0x400,
  /* MPIDBG_WIN_ACCESS_LOCK_ALL is concluded: every rank is locked for shared access. */
  MPIDBG_WIN_INFO_LOCK_ALL_INFERRED = 0x800,
  MPIDBG_WIN_INFO_POSTS_COUNTED = 0x1000,      /* wi_posts_arrived */
  MPIDBG_WIN_INFO_COMPLETES_COUNTED = 0x2000,  /* wi_completes_arrived */
  MPIDBG_WIN_INFO_LAST_CALL_INFERRED = 0x4000, /* wi_last_call */
  MPIDBG_WIN_INFO_OPERATIONS_COUNTED = 0x8000, /* wi_pending_operations */
  MPIDBG_WIN_INFO_REGIONS_KNOWN = 0x10000,     /* wi_regions */
  MPIDBG_WIN_INFO_NO_LOCKS = 0x20000,          /* made with the hint no_locks: no lock can be had */
  MPIDBG_WIN_INFO_COMMUNICATED = 0x40000,      /* there was communication in the fence epoch */
  MPIDBG_WIN_INFO_POSTERS_KNOWN = 0x80000,     /* wi_posters */
  MPIDBG_WIN_INFO_MAX
};

/* As mpi.h has them. */
enum mpidbg_win_flavor_t {
  MPIDBG_WIN_FLAVOR_CREATE = 1,
  MPIDBG_WIN_FLAVOR_ALLOCATE = 2,
  MPIDBG_WIN_FLAVOR_DYNAMIC = 3,
  MPIDBG_WIN_FLAVOR_SHARED = 4
};
enum mpidbg_win_model_t { MPIDBG_WIN_MODEL_UNIFIED = 0, MPIDBG_WIN_MODEL_SEPARATE = 1 };

/* The kind of access epoch of this process as origin, in which it may put and get. */
enum mpidbg_win_access_t {
  MPIDBG_WIN_ACCESS_NONE,
  MPIDBG_WIN_ACCESS_FENCE,   /* between two MPI_Win_fence, or after the last one that did not end it by its assertion */
  MPIDBG_WIN_ACCESS_START,   /* MPI_Win_start without MPI_Win_complete, wi_start_peers */
  MPIDBG_WIN_ACCESS_LOCK,    /* MPI_Win_lock without MPI_Win_unlock, wi_locks */
  MPIDBG_WIN_ACCESS_LOCK_ALL /* MPI_Win_lock_all without MPI_Win_unlock_all */
};

enum mpidbg_win_lock_type_t { MPIDBG_WIN_LOCK_UNKNOWN, MPIDBG_WIN_LOCK_EXCLUSIVE, MPIDBG_WIN_LOCK_SHARED };

enum mpidbg_win_lock_state_t {
  MPIDBG_WIN_LOCK_HELD,
  MPIDBG_WIN_LOCK_WANTED,         /* asked for and not granted yet */
  MPIDBG_WIN_LOCK_HELD_OR_WANTED, /* the library keeps no difference */
  MPIDBG_WIN_LOCK_RELEASING       /* MPI_Win_unlock has begun */
};

/* The lock of one process's memory, and how many hold it. No library keeps the ranks of the holders. */
struct mpidbg_win_lock_word_t {
  int known;     /* 0: the other members mean nothing */
  int exclusive; /* someone holds it for exclusive access */
  int shared;    /* how many hold it for shared access */
  int waiting;   /* how many wait for it; -1: not kept */
};

/* A lock that this process holds or wants at a target. */
struct mpidbg_win_lock_t {
  int target; /* rank in the window; -1: all (MPI_Win_lock_all) */
  enum mpidbg_win_lock_type_t type;
  enum mpidbg_win_lock_state_t state;
  int nocheck; /* MPI_MODE_NOCHECK: nothing was asked of the target */
  struct mpidbg_win_lock_word_t at_target;
};

/* A process of the window's group. */
struct mpidbg_win_peer_t {
  int rank; /* in the window; -1: not in it */
  int mpi_comm_world_rank;
};

/* A process that waits for this process's lock. */
struct mpidbg_win_waiter_t {
  int rank; /* in the window */
  enum mpidbg_win_lock_type_t type;
};

/* Memory that MPI_Win_attach added to a dynamic window. */
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
  /* Appended: known only from the recorder. */
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
  int wi_rank;           /* this process's rank in the window; -1: not in it */
  int wi_size;           /* -1: not known, as of MPI_WIN_NULL without a group */
  mqs_taddr_t wi_group;
  mqs_taddr_t wi_comm;        /* the library's own duplicate, over the same group; 0: not known */
  mqs_taddr_t wi_origin_comm; /* what the window was made with; 0: not known, or freed since */
  mqs_taddr_t wi_errhandler;
  char *wi_errhandler_name; /* of a predefined error handler, else null */
  int wi_reference_count;

  /* The memory of this process, as MPI_Win_get_attr gives it. A dynamic window has base 0 and size 0. */
  mqs_taddr_t wi_base;
  int64_t wi_bytes;
  int wi_disp_unit;
  enum mpidbg_win_flavor_t wi_flavor;
  enum mpidbg_win_model_t wi_model;

  /* The pairs are those that MPI_Win_get_info returns. The ignored ones are those that the program set and the library
   * takes no notice of. */
  int wi_num_info_pairs;
  struct mpidbg_info_pair_t *wi_info_pairs;
  int wi_num_ignored_info_pairs;
  struct mpidbg_info_pair_t *wi_ignored_info_pairs;
  /* Predefined ones included, by keyval. */
  int wi_num_attrs;
  struct mpidbg_attribute_pair_t *wi_attrs;
  struct mpidbg_attribute_value_t *wi_attr_values; /* wi_num_attrs entries */
  int wi_num_pending_requests;
  mqs_taddr_t *wi_pending_requests;

  char *wi_component;    /* the library's one-sided layer for it: "rdma"; null: not known */
  char *wi_sync_problem; /* why the members below are not known; null: they are */

  /* This process as origin. */
  enum mpidbg_win_access_t wi_access;
  mqs_taddr_t wi_start_group; /* 0 unless MPIDBG_WIN_ACCESS_START */
  int wi_num_start_peers;
  struct mpidbg_win_peer_t *wi_start_peers; /* the group of MPI_Win_start, in its order */
  int wi_posts_arrived;                     /* MPI_Win_post of so many of them */
  int wi_num_locks;
  struct mpidbg_win_lock_t *wi_locks; /* by target, that of MPI_Win_lock_all first */
  int wi_pending_operations;          /* started at this process and not known to be complete */

  /* This process as target. An exposure epoch of a fence goes with wi_access. */
  mqs_taddr_t wi_post_group; /* MPI_Win_post without MPI_Win_wait or a successful MPI_Win_test; 0: none */
  int wi_num_post_peers;
  struct mpidbg_win_peer_t *wi_post_peers; /* its group, in its order */
  int wi_completes_arrived;                /* MPI_Win_complete of so many of them */
  int wi_num_posters;                   /* who called MPI_Win_post for this process, which has no MPI_Win_start to go */
  struct mpidbg_win_peer_t *wi_posters; /* with it yet */
  struct mpidbg_win_lock_word_t wi_lock_word;
  int wi_num_lock_all_holders; /* processes that hold MPI_Win_lock_all and are not in wi_lock_word; -1: not kept */
  int wi_num_waiters;          /* those of wi_lock_word.waiting whose rank is kept */
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

/* Extension: the live handles; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_win_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
