#ifndef MPIDBG_RECORD_FORMAT_H
#define MPIDBG_RECORD_FORMAT_H
/* The record that the recorder keeps in the memory of its process, for a reader outside: a
 * debugger, or a program with a core file.
 *
 * Finding it. The recorder exports the variable `mpidbg_record`, a pointer to the header, null until the process has
 * made its first MPI call. Without symbols: the header is at the start of a private anonymous mapping, which no other
 * one touches, and begins with MPIDBG_RECORD_MAGIC; `self` is then its own address.
 *
 * In a file (MPIDBG_RECORD_FILE) it is the only segment of an ELF core file, at its address.
 *
 * Reading it. All integers are of fixed width, naturally aligned, in the byte order of the process, which `byte_order`
 * tells (MPIDBG_RECORD_BYTE_ORDER as the reader sees it, or reversed). Addresses and handles of the process are
 * extended to 64 bits whatever the process's width; `word_size` and `handle_size` give it. The header is followed by
 * tables: arrays of `count` entries of `entry_size` bytes, `offset` bytes behind the header. A reader takes entry sizes
 * and counts from here (after checking them against `size`); a larger entry than it knows has new members at the end.
 *
 * While the process runs, entries change under the reader; a stopped process may stop within a change. The member that
 * makes an entry valid (named at each struct) is written last when an entry is made. Within a thread of the process
 * that is stopped in its MPI call nothing is half written: changes happen before and after the call.
 *
 * Times are CLOCK_MONOTONIC in nanoseconds, behind by `clock_resolution` and, on a busy machine, somewhat more
 * (some milliseconds: Linux's clock that is cheap to read); 0 is "not taken". Time of day: time - monotonic_base +
 * realtime_base.
 *
 * Calls are numbered from 1 in the order of the table of calls, which gives their names; the numbers hold within this
 * process alone. 0 is "no call".
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 16 bytes without the terminating zero. */
#define MPIDBG_RECORD_MAGIC "mpidbg-record\r\n\032"
#define MPIDBG_RECORD_BYTE_ORDER UINT32_C(0x01020304)
#define MPIDBG_RECORD_VERSION 1

#define MPIDBG_RECORD_THREAD_ARGUMENTS 12
#define MPIDBG_RECORD_HANDLE_ARGUMENTS 8
#define MPIDBG_RECORD_CALLERS 4
#define MPIDBG_RECORD_OPERATIONS 14 /* of mqs_get_comm_coll_state */

enum mpidbg_record_table_index {
  MPIDBG_RECORD_CALLS,    /* struct mpidbg_record_call, constant */
  MPIDBG_RECORD_THREADS,  /* struct mpidbg_record_thread */
  MPIDBG_RECORD_REQUESTS, /* struct mpidbg_record_request */
  MPIDBG_RECORD_HANDLES,  /* struct mpidbg_record_handle: every kind but requests */
  MPIDBG_RECORD_EVENTS,   /* struct mpidbg_record_event, a ring */
  MPIDBG_RECORD_NAMES,    /* struct mpidbg_record_name, a ring: names that calls were given */

  /* The MPI tool information interface (MPI_T); record_mpit_format.h. */
  MPIDBG_RECORD_CATALOGUE,   /* bytes: struct mpidbg_record_item, one behind the other */
  MPIDBG_RECORD_SNAPSHOTS,   /* struct mpidbg_record_snapshot, a ring */
  MPIDBG_RECORD_SAMPLES,     /* bytes: what the snapshots hold */
  MPIDBG_RECORD_MPIT_EVENTS, /* struct mpidbg_record_mpit_event, a ring */

  MPIDBG_RECORD_LOCKS,       /* struct mpidbg_record_lock */
  MPIDBG_RECORD_PREDEFINED,  /* struct mpidbg_record_predefined, constant */
  MPIDBG_RECORD_COLLECTIVES, /* struct mpidbg_record_collectives */
  MPIDBG_RECORD_BLOCKS,      /* bytes: which parts of the record to read */
  MPIDBG_RECORD_CONSTANTS,   /* struct mpidbg_record_constant, constant */
  MPIDBG_RECORD_TABLES       /* how many there are */
};

struct mpidbg_record_table {
  uint64_t offset; /* bytes from the header */
  uint32_t entry_size;
  uint32_t count; /* room, in entries */
};

/* Most entries of a large record were never used. Of requests, handles, locks and collectives those alone were that
 * touch a block of the record, counted from the header, whose byte in the table of blocks is not 0. Without that table,
 * any entry may have been used. */
#define MPIDBG_RECORD_BLOCK_BYTES 1024

enum mpidbg_record_state { MPIDBG_RECORD_BEFORE_INIT = 1, MPIDBG_RECORD_INITIALIZED = 2, MPIDBG_RECORD_FINALIZED = 3 };

#define MPIDBG_RECORD_MPIT_MISSING (-1)     /* the library has no MPI_T */
#define MPIDBG_RECORD_MPIT_NOT_WANTED (-2)  /* MPIDBG_RECORD_MPIT=0 */
#define MPIDBG_RECORD_MPIT_NOT_STARTED (-3) /* MPI_Init has not ended */
#define MPIDBG_RECORD_MPIT_UNSAFE (-4)      /* Open MPI: the program initialised MPI_T before MPI */

struct mpidbg_record_header {
  char magic[16];
  uint32_t byte_order;
  uint16_t version;
  uint16_t header_size;
  uint64_t self;
  uint64_t size;       /* bytes from the header to the end of the last table */
  uint8_t word_size;   /* bytes of an address */
  uint8_t handle_size; /* bytes of an MPI handle, in C */
  uint16_t table_count;
  uint32_t pid;           /* of the process that recorded; a forked child has its own number here */
  uint32_t state;         /* enum mpidbg_record_state */
  int32_t thread_level;   /* what MPI_Init_thread provided, as the MPI library numbers it; -1: not known */
  int32_t pcontrol_level; /* the last MPI_Pcontrol: 0 nothing new is recorded, else all is */
  uint32_t forked_from;   /* pid of the process that this is a copy of; it made all that is recorded until then; or 0 */
  uint64_t flushes;       /* how many MPI_Pcontrol(2): nothing to do for them, the record is always complete */
  int64_t realtime_base;  /* CLOCK_REALTIME and CLOCK_MONOTONIC at the same moment, when recording began */
  int64_t monotonic_base;
  int64_t clock_resolution;
  int32_t world_rank; /* in MPI_COMM_WORLD, which has `world_size` members; 0: not known */
  int32_t world_size;

  /* Counts of what is missing. If one is not 0, the lists of live objects, or of threads, are incomplete. */
  uint64_t requests_not_recorded; /* there was no room among live ones */
  uint64_t handles_not_recorded;
  uint64_t threads_not_recorded;
  uint64_t locks_not_recorded;
  uint64_t calls_paused; /* calls that MPI_Pcontrol(0) kept from being recorded */
  uint64_t history_lost; /* not of the live: ended requests and freed handles whose entry was taken by others */
  uint64_t kept;         /* objects that the application has freed and that are kept, now; MPIDBG_RECORD_KEPT */
  uint64_t kept_most;    /* how many can be; 0: none are (MPIDBG_KEEP_FREED is not set) */

  uint64_t
      next_event; /* number of the next event; event n is in entry n modulo count. Events 1 .. next_event-1 happened */
  uint64_t next_name; /* likewise for names */

  /* MPI_T; record_mpit_format.h. */
  uint64_t catalogue_used;      /* bytes; the items after it are not complete yet */
  uint64_t next_snapshot;       /* number of the next snapshot, as of events */
  uint64_t next_mpit_event;     /* likewise for events of MPI_T */
  uint64_t mpit_events_dropped; /* by the library, as it reported to the dropped handler */
  uint64_t samples_lost;        /* variables that had no room in a snapshot, or in the catalogue */
  int32_t mpit_error; /* why there are no snapshots: what MPI_T_init_thread or MPI_T_pvar_session_create returned, or
                         one of the negative values below; 0: all is well */
  uint32_t mpit_interval; /* milliseconds between snapshots that a clock takes; 0: none are */

  char library[64]; /* start of the result of MPI_Get_library_version, one line */
  struct mpidbg_record_table tables[MPIDBG_RECORD_TABLES];
};

/* The meaning of a call's number. `parameters` are the words of an argument list, in order, separated by spaces, as
 * "comm:Comm color:Int key:Int newcomm:New<Comm>": name in the standard, and kind. Parameters whose kind begins with a
 * '-' (arrays, results) take no word. */
struct mpidbg_record_call {
  char name[40]; /* without the prefix: "Comm_split" */
  char parameters[216];
};

enum mpidbg_record_thread_state {
  MPIDBG_RECORD_THREAD_UNUSED = 0,
  MPIDBG_RECORD_THREAD_ALIVE = 1,
  MPIDBG_RECORD_THREAD_ENDED = 2 /* the entry may be taken by another thread */
};

/* A thread of the process and the MPI call that it is in. A call that is made within another (by a callback, or by the
 * library itself) does not appear, because the program is in the outer one.
 *
 * Used entries come first: after an unused entry all others are unused, too. */
struct mpidbg_record_thread {
  uint64_t tid;   /* as the kernel numbers it */
  uint32_t state; /* enum mpidbg_record_thread_state; valid */
  uint16_t call;  /* in progress, 0 if none; written last */
  uint16_t last_call;
  uint64_t calls; /* how many calls the thread has begun; of those recorded */
  uint64_t
      site; /* return address: where the program continues after the call; of `last_call` when none is in progress */
  int64_t since;                                      /* of `last_call`; 0 for calls that answer at once */
  uint64_t arguments[MPIDBG_RECORD_THREAD_ARGUMENTS]; /* of `last_call`: integers sign-extended, addresses, handles */
  uint64_t unused[7];                                 /* threads do not share cache lines */
};

enum mpidbg_record_flags {
  MPIDBG_RECORD_LIVE = 1,       /* not freed, nor waited for; in a table entry that was never used, all is 0 */
  MPIDBG_RECORD_FREED = 2,      /* by the application: MPI_Comm_free, MPI_Request_free, ... */
  MPIDBG_RECORD_COMPLETED = 4,  /* a request that MPI_Wait or MPI_Test has given back */
  MPIDBG_RECORD_PERSISTENT = 8, /* a request of MPI_Send_init and the like */
  MPIDBG_RECORD_ACTIVE = 16,    /* a request that is started */
  MPIDBG_RECORD_CANCELLED = 32, /* MPI_Cancel was called for it */
  MPIDBG_RECORD_REPLACED =
      64, /* the library gave the same handle to a later object: when this one ended was not seen */
  MPIDBG_RECORD_FORTRAN = 128, /* created through the Fortran bindings */

  /* These two flags are for requests only. */
  MPIDBG_RECORD_SECOND_DATATYPE = 256, /* buffer_or_op is another datatype that the call was given */
  MPIDBG_RECORD_MORE_DATATYPES = 512,  /* it was given datatypes that are not here: arrays, or no room */

  /* This flag is for other handles. The application freed the object, but the library still has it, and the object is
   * unchanged (MPIDBG_KEEP_FREED). It comes with MPIDBG_RECORD_FREED. */
  MPIDBG_RECORD_KEPT = 4
};

/* A request. `flags` makes it valid. Entries without MPIDBG_RECORD_LIVE are history. */
struct mpidbg_record_request {
  uint64_t request;      /* the handle in C */
  uint64_t site;         /* where it was created; where it was freed once MPIDBG_RECORD_FREED is set */
  int64_t time;          /* of creation, of start once started, of the end once ended */
  uint64_t owner;        /* communicator; window or file for their operations */
  uint64_t datatype;     /* the first one of the call, 0 if it has none */
  uint64_t buffer_or_op; /* of a reduction the operation, else the first buffer; see MPIDBG_RECORD_SECOND_DATATYPE */
  int32_t count;         /* of the first buffer; -1 if the call has none or an array of them */
  int32_t peer; /* destination, source or root as the call was given it (MPI_ANY_SOURCE included); INT32_MIN: none */
  int32_t tag;  /* INT32_MIN: none */
  uint16_t created_by; /* call */
  uint16_t flags;
};

enum mpidbg_record_kind {
  MPIDBG_RECORD_COMM = 1,
  MPIDBG_RECORD_GROUP = 2,
  MPIDBG_RECORD_DATATYPE = 3,
  MPIDBG_RECORD_OP = 4,
  MPIDBG_RECORD_WIN = 5,
  MPIDBG_RECORD_FILE = 6,
  MPIDBG_RECORD_INFO = 7,
  MPIDBG_RECORD_ERRHANDLER = 8,
  MPIDBG_RECORD_MESSAGE = 9,
  MPIDBG_RECORD_KEYVAL = 10, /* the number; the creating call shows its kind */
  MPIDBG_RECORD_SESSION = 11
};

/* A handle of another kind that the program was given by a call. `flags` makes it valid. */
struct mpidbg_record_handle {
  uint64_t handle;     /* in C */
  uint64_t created_at; /* return address */
  int64_t created;     /* time */
  uint64_t freed_at;   /* return address, 0 while it lives */
  int64_t freed;
  uint64_t parent;   /* first handle among the arguments: MPI_Comm_split's comm, MPI_Type_vector's oldtype; 0 if none */
  int64_t last_used; /* of a window: time of the last synchronisation call */
  uint64_t arguments[MPIDBG_RECORD_HANDLE_ARGUMENTS]; /* of the creating call, as in mpidbg_record_thread */
  uint64_t
      name; /* number of the name that the creating call, or MPI_Comm_set_name and the like, was given; 0 if none */
  uint32_t given; /* how often the program was given the handle and has not freed it: MPI_Comm_group gives one again */
  int32_t
      last_use_argument; /* of a window: the rank of MPI_Win_lock, _unlock, _flush; the assertion of the others; or 0 */
  uint16_t created_by;   /* calls */
  uint16_t freed_by;
  uint16_t last_use; /* of a window: the last synchronisation call (MPI_Win_fence, MPI_Win_lock, ...) */
  uint8_t kind;      /* enum mpidbg_record_kind */
  uint8_t flags;
  int64_t released; /* when an object that was kept was really freed; 0: it is kept, or never was */
  /* Return addresses of the callers of the function at created_at, from the inside out, 0 where there are no more or
   * the stack could not be followed. Not of messages. */
  uint64_t callers[MPIDBG_RECORD_CALLERS];
  int32_t size; /* of a communicator: of its local group; 0: not known */
  int32_t rank; /* of the process in it */
};

enum mpidbg_record_lock_type { MPIDBG_RECORD_LOCK_EXCLUSIVE = 1, MPIDBG_RECORD_LOCK_SHARED = 2 };

/* A lock of a window that the program has taken and not given back: from the return of MPI_Win_lock or MPI_Win_lock_all
 * to that of the call that unlocks. (The library may ask the target for it later than that.) Valid with the flag
 * MPIDBG_RECORD_LIVE; other entries mean nothing. */
struct mpidbg_record_lock {
  uint64_t window;
  uint64_t site; /* return address */
  int64_t time;
  int32_t rank;  /* of the target; -1: all, MPI_Win_lock_all */
  uint16_t type; /* enum mpidbg_record_lock_type */
  uint16_t flags;
};

/* How many collective operations the program has begun on a communicator, nonblocking ones and calls like
 * MPI_Comm_dup, MPI_Win_create and MPI_File_open included: all members begin the same ones in the same order. Counted
 * are also those that MPI_Pcontrol(0) keeps from being recorded, but none that callbacks of the program make. Of
 * communicators from their creation on; others have no entry, nor have those on which a call has failed. Valid with the
 * flag MPIDBG_RECORD_LIVE. */
struct mpidbg_record_collectives {
  uint64_t communicator;
  uint64_t begun;
  uint64_t flags;
  uint32_t operations[MPIDBG_RECORD_OPERATIONS]; /* of them, blocking and nonblocking, by collective_operations.h */
};

/* A number of the mpi.h that the program was compiled with, which a reader needs to understand arguments:
 * "MPI_ANY_TAG", "MPI_PROC_NULL", "MPI_IN_PLACE", "MPI_THREAD_MULTIPLE", "MPI_LOCK_SHARED", "MPI_MODE_RDONLY". Records
 * of older recorders have none. `name` makes it valid. */
struct mpidbg_record_constant {
  int64_t value;
  char name[40]; /* zero-terminated */
};

/* A predefined handle, for readers without access to the library: the address of an object, or a number of the standard
 * ABI of MPI-5. MPICH's are constants, and not here. `name` makes it valid. */
struct mpidbg_record_predefined {
  uint64_t handle; /* in C */
  uint8_t kind;    /* enum mpidbg_record_kind; 0: a request */
  uint8_t unused[7];
  char name[48]; /* "MPI_COMM_WORLD", zero-terminated */
};

/* A call that has returned, but for those that answer at once (MPI_Comm_rank). */
struct mpidbg_record_event {
  uint64_t site;
  int64_t time;     /* when it was called */
  uint64_t subject; /* the handle that it created, else the first handle among its arguments */
  uint16_t call;
  uint16_t thread; /* index */
  int32_t result;  /* what the call returned */
};

/* A string that a call was given for an object: a file's name, a communicator's (of predefined ones, too, which no
 * entry of the handles describes: the last one whose subject it is). Entry n modulo count holds name n (from 1 on). */
struct mpidbg_record_name {
  uint64_t subject; /* handle */
  uint64_t number;  /* n; another than expected: overwritten by a later one. Written last */
  uint32_t length;  /* of the complete string; the end is cut off if it does not fit */
  uint8_t kind;     /* enum mpidbg_record_kind */
  uint8_t unused[3];
  char text[232]; /* zero-terminated */
};

#ifdef __cplusplus
}
#endif
#endif
