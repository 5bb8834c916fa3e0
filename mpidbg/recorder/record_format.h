#ifndef MPIDBG_RECORD_FORMAT_H
#define MPIDBG_RECORD_FORMAT_H
/* Defines the format of the record. The recorder keeps the record in the memory of its process. Debuggers and programs
 * that read core files can read it there.
 *
 * Finding the record: the recorder exports the variable `mpidbg_record`, a pointer to the header, which is null
 * until the process has made its first MPI call. Without symbols: the header is at the start of a private anonymous
 * mapping that does not touch any other mapping, and begins with MPIDBG_RECORD_MAGIC; its member `self` then
 * contains its own address.
 *
 * In a file (MPIDBG_RECORD_FILE) the record is the only segment of an ELF core file, at its address in the process.
 *
 * Reading the record: all integers have a fixed width, are naturally aligned, and have the byte order of the
 * process. `byte_order` shows that order: the reader sees MPIDBG_RECORD_BYTE_ORDER or its reverse. Addresses and
 * handles of the process are extended to 64 bits; `word_size` and `handle_size` are their widths in the process.
 * After the header come tables, which are arrays of `count` entries of `entry_size` bytes, `offset` bytes after the
 * start of the header. A reader takes sizes and counts of entries from the header, after checking them against
 * `size`. An entry that is larger than the reader expects has new members at its end.
 *
 * While the process runs, entries change as they are read, and a process may be stopped in the middle of a change.
 * The member that makes an entry valid is written last when an entry is made; the comment of each struct names it.
 * The entries of a thread that is stopped in an MPI call are complete, because they change only before and after the
 * call.
 *
 * Times are nanoseconds of CLOCK_MONOTONIC; 0 means that no time was taken. They may be late by `clock_resolution`
 * and, on a busy machine, by some milliseconds, because Linux's coarse clock is used. The time of day is time -
 * monotonic_base + realtime_base.
 *
 * Calls are numbered from 1 in the order of the table of calls, which contains their names. The numbers are valid
 * only within this process. 0 means no call.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The 16 bytes with which the header starts; the string's terminating zero is not one of them. */
#define MPIDBG_RECORD_MAGIC "mpidbg-record\r\n\032"
#define MPIDBG_RECORD_BYTE_ORDER UINT32_C(0x01020304)
#define MPIDBG_RECORD_VERSION 1
/* A lower limit of the sizes that records have; see least_memory in memory_size.h. */
#define MPIDBG_RECORD_LEAST_BYTES (UINT64_C(256) << 10)

#define MPIDBG_RECORD_THREAD_ARGUMENTS 12
#define MPIDBG_RECORD_HANDLE_ARGUMENTS 8
#define MPIDBG_RECORD_CALLERS 4
#define MPIDBG_RECORD_OPERATIONS 14 /* number of operations that mqs_get_comm_coll_state distinguishes */

enum mpidbg_record_table_index {
  MPIDBG_RECORD_CALLS,    /* struct mpidbg_record_call, constant */
  MPIDBG_RECORD_THREADS,  /* struct mpidbg_record_thread */
  MPIDBG_RECORD_REQUESTS, /* struct mpidbg_record_request */
  MPIDBG_RECORD_HANDLES,  /* struct mpidbg_record_handle: all kinds except requests */
  MPIDBG_RECORD_EVENTS,   /* struct mpidbg_record_event, a ring */
  MPIDBG_RECORD_NAMES,    /* struct mpidbg_record_name, a ring: names passed to calls */

  /* The next four tables are those of the MPI tool information interface (MPI_T); see record_mpit_format.h. */
  MPIDBG_RECORD_CATALOGUE,   /* bytes: struct mpidbg_record_item, one after the other */
  MPIDBG_RECORD_SNAPSHOTS,   /* struct mpidbg_record_snapshot, a ring */
  MPIDBG_RECORD_SAMPLES,     /* bytes: the values in the snapshots */
  MPIDBG_RECORD_MPIT_EVENTS, /* struct mpidbg_record_mpit_event, a ring */

  MPIDBG_RECORD_LOCKS,       /* struct mpidbg_record_lock */
  MPIDBG_RECORD_PREDEFINED,  /* struct mpidbg_record_predefined, constant */
  MPIDBG_RECORD_COLLECTIVES, /* struct mpidbg_record_collectives */
  MPIDBG_RECORD_BLOCKS,      /* bytes: marks for blocks of the record that were ever used */
  MPIDBG_RECORD_CONSTANTS,   /* struct mpidbg_record_constant, constant */
  MPIDBG_RECORD_TABLES       /* number of tables */
};

struct mpidbg_record_table {
  uint64_t offset; /* in bytes from the start of the header */
  uint32_t entry_size;
  uint32_t count; /* number of entries for which there is memory */
};

/* The record is divided into blocks of this size; the first one starts at the header. The table
 * MPIDBG_RECORD_BLOCKS has a byte for each block. An entry in the tables of requests, handles, locks and
 * collectives was never used if all blocks that it touches have the byte 0, and then need not be read. In a record
 * without that table, any entry may have been used. */
#define MPIDBG_RECORD_BLOCK_BYTES 1024

enum mpidbg_record_state { MPIDBG_RECORD_BEFORE_INIT = 1, MPIDBG_RECORD_INITIALIZED = 2, MPIDBG_RECORD_FINALIZED = 3 };

#define MPIDBG_RECORD_MPIT_MISSING (-1)     /* the library has no MPI_T */
#define MPIDBG_RECORD_MPIT_NOT_WANTED (-2)  /* MPIDBG_RECORD_MPIT=0 */
#define MPIDBG_RECORD_MPIT_NOT_STARTED (-3) /* MPI_Init has not returned yet */
#define MPIDBG_RECORD_MPIT_UNSAFE (-4)      /* Open MPI: the program initialised MPI_T before MPI */

struct mpidbg_record_header {
  char magic[16];
  uint32_t byte_order;
  uint16_t version;
  uint16_t header_size;
  uint64_t self;
  uint64_t size;       /* in bytes, from the header to the end of the last table */
  uint8_t word_size;   /* size of an address in bytes */
  uint8_t handle_size; /* size of an MPI handle in C, in bytes */
  uint16_t table_count;
  uint32_t pid;           /* the recorded process; in a forked child, that child */
  uint32_t state;         /* enum mpidbg_record_state */
  int32_t thread_level;   /* level that MPI_Init_thread provided, with the MPI library's number; -1: unknown */
  int32_t pcontrol_level; /* level of the last MPI_Pcontrol; at 0 recording is paused */
  uint32_t forked_from;   /* pid of the parent, which made the entries from before the fork; 0: not forked */
  uint64_t flushes; /* number of calls of MPI_Pcontrol(2); they flush nothing, because the record is always complete */
  int64_t realtime_base; /* CLOCK_REALTIME and CLOCK_MONOTONIC when recording began */
  int64_t monotonic_base;
  int64_t clock_resolution;
  int32_t world_rank; /* rank in MPI_COMM_WORLD; if `world_size` is 0, rank and size are unknown */
  int32_t world_size;

  /* The next five members count missing entries. If one is not 0, the lists of live objects or of threads are
   * incomplete. */
  uint64_t requests_not_recorded; /* all places in the table belonged to live requests */
  uint64_t handles_not_recorded;
  uint64_t threads_not_recorded;
  uint64_t locks_not_recorded;
  uint64_t calls_paused; /* calls that were not recorded because of MPI_Pcontrol(0) */
  uint64_t history_lost; /* ended requests and freed handles whose entries were reused */
  uint64_t kept;         /* number of objects with the flag MPIDBG_RECORD_KEPT */
  uint64_t kept_most;    /* largest possible value of `kept`; 0 if MPIDBG_KEEP_FREED is not set */

  uint64_t
      next_event; /* number of the next event; event n is in entry n modulo count. Events 1 .. next_event-1 happened */
  uint64_t next_name; /* number of the next name, which is placed in the same way */

  /* The next members are about MPI_T; see record_mpit_format.h. */
  uint64_t catalogue_used;      /* in bytes; items after these bytes are incomplete */
  uint64_t next_snapshot;       /* number of the next snapshot, numbered like events */
  uint64_t next_mpit_event;     /* number of the next event of MPI_T */
  uint64_t mpit_events_dropped; /* events that the library reported as dropped */
  uint64_t samples_lost;        /* number of values and items for which there was no room */
  int32_t mpit_error; /* why there are no snapshots: the error code of MPI_T_init_thread or MPI_T_pvar_session_create,
                         or one of the negative values above; 0: no error */
  uint32_t mpit_interval; /* milliseconds between snapshots at intervals; 0: there are none */

  char library[64]; /* start of the first line of MPI_Get_library_version's result */
  struct mpidbg_record_table tables[MPIDBG_RECORD_TABLES];
};

/* Describes an MPI function; the entry's index in the table is the number of the call. `parameters` lists the
 * parameters, separated by spaces. Each has its name in the standard and its kind, as in "comm:Comm color:Int key:Int
 * newcomm:-NewComm". Parameters whose kind starts with '-' (arrays, results) have no word among recorded arguments. */
struct mpidbg_record_call {
  char name[40]; /* name without the prefix: "Comm_split" */
  char parameters[216];
};

enum mpidbg_record_thread_state {
  MPIDBG_RECORD_THREAD_UNUSED = 0,
  MPIDBG_RECORD_THREAD_ALIVE = 1,
  MPIDBG_RECORD_THREAD_ENDED = 2 /* another thread may reuse the entry */
};

/* Describes a thread of the process and the MPI call that the thread is in. A call that is made within another
 * call (by a callback or by the library itself) is not recorded, because the program is in the outer one.
 *
 * Used entries come first: all entries after the first unused one are unused. */
struct mpidbg_record_thread {
  uint64_t tid;   /* the kernel's number of the thread */
  uint32_t state; /* enum mpidbg_record_thread_state; makes the entry valid */
  uint16_t call;  /* number of the call in progress, 0 if none; written last */
  uint16_t last_call;
  uint64_t calls; /* number of recorded calls that the thread has begun */
  uint64_t
      site; /* return address: where the program continues after the call; of `last_call` when none is in progress */
  int64_t since;                                      /* start of `last_call`; 0 for calls that return at once */
  uint64_t arguments[MPIDBG_RECORD_THREAD_ARGUMENTS]; /* of `last_call`: sign-extended integers, addresses, handles */
  uint64_t unused[7];                                 /* padding, so that threads do not share cache lines */
};

enum mpidbg_record_flags {
  MPIDBG_RECORD_LIVE = 1,       /* neither freed nor ended; an entry that was never used is all zeros */
  MPIDBG_RECORD_FREED = 2,      /* freed by the application: MPI_Comm_free, MPI_Request_free, ... */
  MPIDBG_RECORD_COMPLETED = 4,  /* a request that MPI_Wait, MPI_Test or a similar call has completed */
  MPIDBG_RECORD_PERSISTENT = 8, /* a request of MPI_Send_init or a similar call */
  MPIDBG_RECORD_ACTIVE = 16,    /* a persistent request that is started */
  MPIDBG_RECORD_CANCELLED = 32, /* MPI_Cancel was called for the request */
  MPIDBG_RECORD_REPLACED =
      64, /* the library gave the same handle to a later object; the end of this object was not seen */
  MPIDBG_RECORD_FORTRAN = 128, /* created through the Fortran bindings */

  /* These two flags are for requests only. */
  MPIDBG_RECORD_SECOND_DATATYPE = 256, /* `buffer_or_op` is a second datatype that was passed to the call */
  MPIDBG_RECORD_MORE_DATATYPES = 512,  /* further datatypes passed to the call are not recorded */

  /* This flag is for handles other than requests. The application has freed the object, but the library still has it
   * unchanged (MPIDBG_KEEP_FREED). MPIDBG_RECORD_FREED is set as well. */
  MPIDBG_RECORD_KEPT = 4
};

/* Describes a request. An entry is valid if `flags` is not 0. Entries without MPIDBG_RECORD_LIVE are history. */
struct mpidbg_record_request {
  uint64_t request;      /* the handle as in C */
  uint64_t site;         /* return address of the creating call; with MPIDBG_RECORD_FREED, of the freeing call */
  int64_t time;          /* time at which the request was created, last started, or ended */
  uint64_t owner;        /* communicator, or window or file of the operation */
  uint64_t datatype;     /* first datatype of the call, 0 if it has none */
  uint64_t buffer_or_op; /* op of a reduction, else the first buffer; see also MPIDBG_RECORD_SECOND_DATATYPE */
  int32_t count;         /* count of the first buffer; -1 if the call has none or an array of counts */
  int32_t peer;          /* destination, source or root as passed to the call (or MPI_ANY_SOURCE); INT32_MIN: none */
  int32_t tag;           /* tag as passed to the call; INT32_MIN: none */
  uint16_t created_by;   /* number of the creating call */
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
  MPIDBG_RECORD_KEYVAL = 10, /* `handle` is the key's number; the creating call shows which objects can have it */
  MPIDBG_RECORD_SESSION = 11
};

/* Describes a handle that a call returned to the program, of any kind except requests. An entry is valid if
 * `flags` is not 0. */
struct mpidbg_record_handle {
  uint64_t handle;     /* the handle as in C */
  uint64_t created_at; /* return address of the creating call */
  int64_t created;     /* time of the creating call */
  uint64_t freed_at;   /* return address of the freeing call; 0 while the object is live */
  int64_t freed;
  uint64_t parent;   /* first handle among the arguments, such as oldtype of MPI_Type_vector; 0 if none */
  int64_t last_used; /* for a window, time of the last synchronisation call */
  uint64_t arguments[MPIDBG_RECORD_HANDLE_ARGUMENTS]; /* those of the creating call, as in mpidbg_record_thread */
  uint64_t name;  /* number of the name passed to the creating call, MPI_Comm_set_name or a similar call; 0 if none */
  uint32_t given; /* how often the program received the handle (more than once from MPI_Comm_group) minus how often it
                     freed it */
  int32_t
      last_use_argument; /* of a window: the rank of MPI_Win_lock, _unlock, _flush; the assertion of the others; or 0 */
  uint16_t created_by;   /* numbers of the creating and the freeing call */
  uint16_t freed_by;
  uint16_t last_use; /* for a window, the last synchronisation call (MPI_Win_fence, MPI_Win_lock, ...) */
  uint8_t kind;      /* enum mpidbg_record_kind */
  uint8_t flags;
  int64_t released; /* time at which the library freed a kept object; 0 if it is still kept or never was */
  /* Return addresses of the functions that led to the call at created_at, the innermost one first; 0 after the last
   * one or where the stack could not be followed. Not filled for messages. */
  uint64_t callers[MPIDBG_RECORD_CALLERS];
  int32_t size; /* for a communicator, size of its local group; 0: unknown */
  int32_t rank; /* rank of the process in that group */
};

enum mpidbg_record_lock_type { MPIDBG_RECORD_LOCK_EXCLUSIVE = 1, MPIDBG_RECORD_LOCK_SHARED = 2 };

/* Describes a lock of a window that the program holds: from the return of MPI_Win_lock or MPI_Win_lock_all to the
 * return of the call that unlocks. (The library may request the lock from the target only later.) An entry is
 * valid if it has the flag MPIDBG_RECORD_LIVE. */
struct mpidbg_record_lock {
  uint64_t window;
  uint64_t site; /* return address of the call that took the lock */
  int64_t time;
  int32_t rank;  /* rank of the target; -1: all ranks (MPI_Win_lock_all) */
  uint16_t type; /* enum mpidbg_record_lock_type */
  uint16_t flags;
};

/* Counts the collective operations that the program has begun on a communicator. The counts include nonblocking ones
 * and calls like MPI_Comm_dup, MPI_Win_create and MPI_File_open, because all members must begin the same operations in
 * the same order. Operations during MPI_Pcontrol(0) are counted, but not those that callbacks of the program make.
 * There is an entry for each communicator whose creation was recorded, except for those on which a call has failed. An
 * entry is valid if it has the flag MPIDBG_RECORD_LIVE. */
struct mpidbg_record_collectives {
  uint64_t communicator;
  uint64_t begun;
  uint64_t flags;
  uint32_t operations[MPIDBG_RECORD_OPERATIONS]; /* number of each operation in collective_operations.h */
};

/* Holds a constant of the mpi.h with which the program was compiled. Readers need it to understand arguments:
 * "MPI_ANY_TAG", "MPI_PROC_NULL", "MPI_IN_PLACE", "MPI_THREAD_MULTIPLE", "MPI_LOCK_SHARED", "MPI_MODE_RDONLY".
 * Records of older recorders have no constants. An entry is valid if `name` is not empty. */
struct mpidbg_record_constant {
  int64_t value;
  char name[40]; /* zero-terminated */
};

/* Describes a predefined handle, for readers without access to the library: the address of an object, or a number
 * of the standard ABI of MPI-5. The handles of MPICH are constants and are not listed. An entry is valid if
 * `name` is not empty. */
struct mpidbg_record_predefined {
  uint64_t handle; /* the handle as in C */
  uint8_t kind;    /* enum mpidbg_record_kind; 0: a request */
  uint8_t unused[7];
  char name[48]; /* "MPI_COMM_WORLD", zero-terminated */
};

/* Describes a call that has returned. Calls that return at once (MPI_Comm_rank) are not recorded. */
struct mpidbg_record_event {
  uint64_t site;
  int64_t time;     /* start of the call */
  uint64_t subject; /* handle that the call created, else the first handle among its arguments */
  uint16_t call;
  uint16_t thread; /* index of the thread's entry */
  int32_t result;  /* result of the call */
};

/* Holds a string that was passed to a call as the name of an object, for example of a file or a communicator.
 * Predefined communicators have no entry in the table of handles, so their name is the last one with their handle
 * as the subject. Name n, counted from 1, is in entry n modulo count. */
struct mpidbg_record_name {
  uint64_t subject; /* handle of the object */
  uint64_t number;  /* n; with another value, the entry was overwritten by a later name. Written last */
  uint32_t length;  /* length of the complete string; `text` contains as much of it as fits */
  uint8_t kind;     /* enum mpidbg_record_kind */
  uint8_t unused[3];
  char text[232]; /* zero-terminated */
};

#ifdef __cplusplus
}
#endif
#endif
