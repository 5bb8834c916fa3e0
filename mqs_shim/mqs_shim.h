/* The debugger's half of mpidbg as a C library (libmqs_shim.so), for debuggers that call it from C or through a foreign
 * function interface, as GDB's Python does. SPDX-License-Identifier: BSD-3-Clause
 *
 * The caller provides a target, which is a table of functions that read its process. The library loads a debug plugin,
 * lets it inspect the process through that table, and returns text or JSON.
 *
 * Ownership. A result of the type char * without const belongs to the caller, who frees it with mqs_shim_free(). A
 * const char * belongs to the session and is valid until the next call for the session. The table is copied; its
 * context and everything that its functions return must remain valid until mqs_shim_close().
 *
 * Errors. A function that can fail returns MQS_SHIM_OK or an error code, or else null. mqs_shim_error() returns the
 * sentence for the error; mqs_shim_open() stores it in its `error` argument. No C++ exception leaves this library.
 *
 * Threads. Only one thread at a time may call functions of this library, for all sessions together, because neither
 * the state of plugins nor that of this library is protected. Different calls may come from different threads. The
 * target's functions are called on the thread of the caller, and only while one of the functions below is running. They
 * must not call this library, and must not unwind through it by an exception or longjmp.
 *
 * Structs. The caller sets struct_size to the size of the struct in its header, even if the library fills in the
 * struct. Members are only appended, so that callers and libraries of different versions work together: members that
 * are missing in the caller's struct count as 0, and members unknown to the library are not changed. A struct
 * without all members of its first version, or one that ends within a member, is rejected with MQS_SHIM_ARGUMENT.
 */
#ifndef MQS_SHIM_H
#define MQS_SHIM_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define MQS_SHIM_EXPORT __attribute__((visibility("default")))
#else
#define MQS_SHIM_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Increases when something is added to this header. */
enum { MQS_SHIM_VERSION = 7 };

typedef struct mqs_shim_session mqs_shim_session;

enum mqs_shim_result {
  MQS_SHIM_OK = 0,
  MQS_SHIM_ARGUMENT = 1, /* a null pointer, a struct_size that is too small, an unknown number */
  MQS_SHIM_FAILED = 2    /* see mqs_shim_error() */
};

struct mqs_shim_thread;

/* Names the states that a process or thread has in the kernel. */
enum mqs_shim_state {
  MQS_SHIM_STATE_UNKNOWN,
  MQS_SHIM_STATE_RUNNING,
  MQS_SHIM_STATE_SLEEPING,
  MQS_SHIM_STATE_UNINTERRUPTIBLE, /* in a system call that signals do not interrupt */
  MQS_SHIM_STATE_STOPPED,         /* by a signal */
  MQS_SHIM_STATE_TRACED,          /* held by a debugger other than the caller */
  MQS_SHIM_STATE_ZOMBIE,
  MQS_SHIM_STATE_GONE,
  MQS_SHIM_STATE_CRASHED /* of a core file */
};

/* Holds facts about a process that are not in its memory. Before the target fills in this struct, the library sets
 * struct_size, stores -1 in ranks and sizes, and 0 or null in everything else. A text with several sentences has one
 * line for each. Since version 7. */
typedef struct mqs_shim_description {
  uint32_t struct_size;
  int32_t state;      /* enum mqs_shim_state, before the process was held */
  int32_t world_rank; /* in MPI_COMM_WORLD, from the environment */
  int32_t world_size;
  const char *job;      /* name that the launcher gave the job */
  const char *program;  /* name of the executable, without directories */
  const char *warnings; /* sentences about limits of every answer */
  const char *gaps;     /* sentences about data that this answer lacks */
  const char *error;    /* sentence that replaces the given error */
  int32_t has_ended;    /* nonzero if the process ended while it was being inspected */
  int32_t timer_signal; /* signal that has a handler and that a timer may send; 0: none, or not known */
} mqs_shim_description;

/* Describes a TCP socket of a process. Addresses are IPv6 addresses, high half first; IPv4 is ::ffff:a.b.c.d. Since
 * version 7. */
typedef struct mqs_shim_socket {
  uint64_t local_high, local_low, remote_high, remote_low;
  uint16_t local_port, remote_port;
  uint16_t phase; /* 0: listening, 1: being connected, 2: connected, 3: being closed */
  uint16_t reserved;
  uint32_t unacknowledged;  /* bytes that were sent but not acknowledged */
  uint32_t unread;          /* bytes that were received but not read */
  uint32_t retransmissions; /* number of retransmissions in a row, without an answer */
} mqs_shim_socket;

/* Describes a function that has code at an address, and its source line there. Texts may be null. Since version 7. */
typedef struct mqs_shim_place {
  uint32_t struct_size;
  uint32_t line; /* 0 if not known */
  const char *function;
  const char *file;
} mqs_shim_place;

/* Gives the library access to one process. The library calls every function with `context`. Functions marked as
 * optional may be null. */
typedef struct mqs_shim_target {
  uint32_t struct_size;
  uint32_t pointer_size; /* 4 or 8 */
  int32_t big_endian;    /* nonzero if the process is big-endian */
  int32_t world_rank;    /* in MPI_COMM_WORLD; -1 if not known, so that the plugin determines it */
  int64_t pid;           /* 0 if not known */
  const char *name;      /* for the output: "pid 4151", "core.4151"; may be null */
  const char *host;      /* host on which the process runs or ran; may be null */
  void *context;

  /* Copies up to `size` bytes at `address`, and returns how many could be read. The result is less than `size`
   * only at the end of readable memory. */
  size_t (*read)(void *context, uint64_t address, void *buffer, size_t size);
  /* Returns 1 and *address if the process has the symbol, otherwise 0. The address is that of the definition which the
   * process uses: a definition in the executable precedes those in libraries. */
  int (*find_symbol)(void *context, const char *name, int is_function, uint64_t *address);
  /* Optional. Returns 1 and *size if debug information has the struct, union or typedef, otherwise 0. */
  int (*find_type)(void *context, const char *name, uint64_t *size);
  /* Optional. Returns the byte offset of a member of a type that find_type knows, or -1. */
  int64_t (*field_offset)(void *context, const char *type, const char *field);
  /* Optional. Stores the build-id of the module that defines the symbol, in lower-case hexadecimal with a NUL. Returns
   * 1, or 0 if the build-id is not known. */
  int (*build_id_of)(void *context, const char *symbol, char *buffer, size_t size);
  /* Optional. Stores range number `index` (0 is the first) of the writable memory that belongs to the process alone
   * (heap, anonymous mappings). Returns 1, or 0 after the last range. Without this function, objects that are in no
   * table are searched for only near known objects. */
  int (*private_memory)(void *context, size_t index, uint64_t *begin, uint64_t *end);
  /* Optional. Stores the name of the function that covers the address, with a NUL. Returns 1, or 0 if no function
   * covers the address or if its name is too long for the buffer. */
  int (*symbol_at)(void *context, uint64_t address, char *buffer, size_t size);
  /* Nonzero for a core file, which shows its own instant, in contrast to a process that is held. Since version 5. */
  int32_t is_core;
  uint32_t reserved;
  /* Optional. For a member of a type that find_type knows, stores its kind (enum mpidbg_field_kind_t in
   * mpidbg/abi/field_types_interface.h) and its size in bytes (0: not known). Returns 1, or 0 on failure. The plugin
   * compares both with what it expects, and refuses a struct that it cannot read. Without this function, kinds and
   * sizes are not compared. Since version 6. */
  int (*field_type)(void *context, const char *type, const char *field, int *kind, uint64_t *size);

  /* All following members are optional and exist since version 7. They let the library look at the process in the order
   * of `mpidbg why`: describe, hold, threads, the plugin's reads, sockets, resume, place, describe. Results are valid
   * until the next call of a function of the target. A function that fails may leave *problem null. */

  /* Fills in the description of the process. Returns 1, or 0 if nothing is known. `error` is null before the process is
   * read; afterwards it is empty, or says why nothing of MPI can be seen. */
  int (*describe)(void *context, const char *error, mqs_shim_description *description);
  /* Stops the process until resume(). Returns 1; or 0 and a sentence in *problem; or -1 if another program holds the
   * process only for a moment. Without this function the caller holds all processes of the job all the time. */
  int (*hold)(void *context, const char **problem);
  /* Called as often as hold() has returned 1. The process runs again after the last of these calls. */
  void (*resume)(void *context);
  /* Returns 1 and the stacks of the threads, the main thread first; or 0 and a sentence in *problem. The stacks decide
   * what the plugin is asked. */
  int (*threads)(void *context, size_t *count, const struct mqs_shim_thread **threads, const char **problem);
  /* Returns 1 and the TCP sockets of the process, or 0 if they are not known. */
  int (*sockets)(void *context, size_t *count, const mqs_shim_socket **sockets);
  /* Stores the function with number `index` among those that have code at `pc`: number 0 is the innermost inlined
   * function. `returns` is nonzero if a call returns to `pc`. Returns 1, or 0 after the last function and without debug
   * information. */
  int (*place)(void *context, uint64_t pc, int returns, size_t index, mqs_shim_place *place);
  /* Stores the path of the file that defines the function, with a NUL. Returns 1, or 0 if no file defines it. */
  int (*module_of)(void *context, const char *function, char *buffer, size_t size);
  /* Stores the time at which the process is seen. Answers use it to compute how long ago something was
   * (CLOCK_MONOTONIC, nanoseconds). Returns 1, or 0 if it is not known. */
  int (*monotonic_now)(void *context, int64_t *nanoseconds);
  /* Called for all memory that an answer needs, including memory from the library's cache, so that the
   * target can record it. */
  void (*wanted)(void *context, uint64_t address, uint64_t size);
  /* For a capture with two looks, returns 1, the id of the machine's boot, and the times of the looks (CLOCK_MONOTONIC,
   * nanoseconds). Returns 0 for other targets. */
  int (*recorded_looks)(void *context, const char **boot, int64_t *first, int64_t *second);
  /* For a capture with two looks, makes all other functions show the first look from now on (if `first` is nonzero) or
   * the second, which they show initially. */
  void (*show_recorded_look)(void *context, int first);
  /* Stores the address of jump number `index` (0 is the innermost) between two adjacent frames of a stack: functions
   * that ended with a jump (a tail call) have no frame. `caller` is the address to which the outer frame's call
   * returns; `code` is the pc of the inner frame, and `returns` nonzero if a call returns to it. Returns 1, or 0 after
   * the last jump, and unless debug information shows that there is only one way. */
  int (*jump)(void *context, uint64_t caller, uint64_t code, int returns, size_t index, uint64_t *address);
} mqs_shim_target;

typedef struct mqs_shim_options {
  uint32_t struct_size;
  /* Nonzero: the caller calls mqs_shim_invalidate() whenever the process ran or its memory was written. Until then,
   * data that was read is trusted and kept, up to 64 MiB, and no page is read twice. 0: every answer reads the process
   * again.
   */
  uint32_t tells_of_moves;
  /* Null or empty: mpidbg's own plugin. "auto": the plugin that the target names, if it is in a trusted directory.
   * Otherwise a path. */
  const char *plugin;
  /* Directories that are trusted in addition to the system's, separated by ':'. May be null. */
  const char *plugin_safe_path;
  /* Name of the executable, for messages. May be null. */
  const char *image_name;
} mqs_shim_options;

/* Bits for mqs_shim_read(), which select what the plugin is asked. */
enum mqs_shim_question {
  MQS_SHIM_COMMUNICATORS = 1, /* with everything that is known about them */
  MQS_SHIM_QUEUES = 2,
  MQS_SHIM_GROUPS = 4,
  MQS_SHIM_REQUESTS = 8,
  MQS_SHIM_ERRHANDLERS = 0x10,
  MQS_SHIM_DATATYPES = 0x20,
  MQS_SHIM_FILES = 0x40,
  MQS_SHIM_INFOS = 0x80,
  MQS_SHIM_OPS = 0x100,
  MQS_SHIM_WINDOWS = 0x200,
  MQS_SHIM_MESSAGES = 0x400,
  MQS_SHIM_CVARS = 0x800,
  MQS_SHIM_PVARS = 0x1000,
  MQS_SHIM_CATEGORIES = 0x2000,
  MQS_SHIM_EVENTS = 0x4000,
  MQS_SHIM_SOURCES = 0x8000,
  MQS_SHIM_SESSIONS = 0x10000,
  MQS_SHIM_EVERYTHING = 0xffff, /* except sessions */
  /* Adds freed objects of the requested kinds, and freed communicators, as far as a recorder has noted them. */
  MQS_SHIM_FREED = 0x100000,
  /* Adds the values of variables in each snapshot that the recorder took. */
  MQS_SHIM_HISTORY = 0x200000,
  /* For mqs_shim_read_noun() only: adds the threads (mqs_shim_target.threads) and everything that the plugin can say
   * because the threads are known. Since version 7. */
  MQS_SHIM_THREADS = 0x400000
};

enum mqs_shim_noun {
  MQS_SHIM_SHOW_QUEUES,
  MQS_SHIM_SHOW_COMMS,
  MQS_SHIM_SHOW_GROUPS,
  MQS_SHIM_SHOW_RANKS,
  MQS_SHIM_SHOW_REQUESTS,
  MQS_SHIM_SHOW_ERRHANDLERS,
  MQS_SHIM_SHOW_DATATYPES,
  MQS_SHIM_SHOW_FILES,
  MQS_SHIM_SHOW_INFOS,
  MQS_SHIM_SHOW_OPS,
  MQS_SHIM_SHOW_WINDOWS,
  MQS_SHIM_SHOW_MESSAGES,
  MQS_SHIM_SHOW_HANDLES, /* all kinds */
  MQS_SHIM_SHOW_OBJECT,  /* the object that mqs_shim_read_object() read */
  MQS_SHIM_SHOW_CVARS,
  MQS_SHIM_SHOW_PVARS,
  MQS_SHIM_SHOW_CATEGORIES,
  MQS_SHIM_SHOW_EVENTS,
  MQS_SHIM_SHOW_SOURCES,
  MQS_SHIM_SHOW_WHY,    /* the verdict on a job */
  MQS_SHIM_SHOW_STACKS, /* stacks passed to mqs_shim_set_threads(), merged over all processes */
  MQS_SHIM_SHOW_SESSIONS
};
enum mqs_shim_format {
  MQS_SHIM_TEXT,
  MQS_SHIM_JSON,
  MQS_SHIM_DOT /* a graph for Graphviz, for mqs_shim_verdict_render() only. Since version 7. */
};

typedef struct mqs_shim_render_options {
  uint32_t struct_size;
  int32_t all; /* nonzero: also shows internal communicators and messages */
  int32_t verbose;
  int32_t color;
  const char *communicator; /* name or handle of the only one to show; null: all */
  const char *ranks;        /* the only ranks to show, such as "0-3,7"; null: all */
  int32_t has_tag;          /* nonzero: only operations with `tag` */
  int32_t tag;
  int32_t each;     /* nonzero: each process and operation by itself; 0: text merges equal ones. Since version 4. */
  int32_t one_dash; /* nonzero: hints spell the caller's options like "-all"; 0: like "--all". Since version 4. */
} mqs_shim_render_options;

typedef struct mqs_shim_statistics {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t reads;            /* reads of the plugin */
  uint64_t hits;             /* reads that were answered without the target */
  uint64_t round_trips;      /* calls of mqs_shim_target.read */
  uint64_t bytes;            /* bytes that these calls returned */
  uint64_t live_allocations; /* blocks of all plugins in this process */
} mqs_shim_statistics;

/* Returns the MQS_SHIM_VERSION with which the library was built. */
MQS_SHIM_EXPORT int mqs_shim_version(void);

/* Loads the plugin and lets it look up symbols and types. Returns null on failure and, unless `error` is null, stores a
 * sentence in *error, which the caller frees. `options` may be null. */
MQS_SHIM_EXPORT mqs_shim_session *mqs_shim_open(const mqs_shim_target *target, const mqs_shim_options *options,
                                                char **error);
/* Opens a session about a process that cannot be inspected, such as a rank that has ended. Its answers contain the
 * names and the description of the target, and `problem` as the error. Returns null if the target is not valid or
 * memory is exhausted. Since version 7. */
MQS_SHIM_EXPORT mqs_shim_session *mqs_shim_open_closed(const mqs_shim_target *target, const char *problem);
/* Closes the session, and frees it and everything that belongs to it. Null is allowed. */
MQS_SHIM_EXPORT void mqs_shim_close(mqs_shim_session *session);

/* Reads the process in its current state; the process must not run, unless the target can hold it. Replaces the last
 * answer. After a failure the answer contains the error and can still be rendered. `questions` are bits of
 * mqs_shim_question: for each, mqs_shim_read_noun() would read the same. The details of all communicators are added.
 * Deprecated since version 4 in favour of mqs_shim_read_noun(). */
MQS_SHIM_EXPORT int mqs_shim_read(mqs_shim_session *session, unsigned questions);

/* Reads the process like mqs_shim_read(), but only the data that mqs_shim_render() shows for one noun, which must not
 * be MQS_SHIM_SHOW_OBJECT. `flags` may be MQS_SHIM_FREED, MQS_SHIM_HISTORY and MQS_SHIM_THREADS. Since version 4. */
MQS_SHIM_EXPORT int mqs_shim_read_noun(mqs_shim_session *session, int noun, unsigned flags);

/* Reads the process like mqs_shim_read(), but only one object. `kind` and `handle` are those of `mpidbg show`: a word
 * such as "comm" or "datatype", and a C handle, a predefined name, fortran:N, or a variable of the program. */
MQS_SHIM_EXPORT int mqs_shim_read_object(mqs_shim_session *session, const char *kind, const char *handle);

/* Describes one frame of a stack that the caller has unwound. */
typedef struct mqs_shim_frame {
  const char *function;   /* null or empty: not known */
  uint64_t stack_pointer; /* stack pointer of the frame; it increases from the innermost frame outwards */
  /* Since version 4, if mqs_shim_thread.frame_size includes these members. Texts may be null. */
  const char *file;   /* source file */
  const char *module; /* path of the file that contains the code */
  uint64_t offset;    /* offset of the code's address in the module; 0 if not known */
  uint32_t line;      /* source line; 0 if not known */
  int32_t inlined;    /* nonzero if inlined into the next frame */
  /* Callee-saved registers (x86-64: rbx, rbp, r12 to r15) with their values in this frame, in any order. Those of the
   * waiting function contain the request that the library waits for; without them, the request is inferred. */
  const uint64_t *preserved;
  uint32_t preserved_count;
  uint32_t reserved;
  /* Since version 7. */
  uint64_t pc;     /* address of the code; 0 if not known */
  int32_t returns; /* nonzero if a call returns to pc */
  uint32_t reserved_2;
} mqs_shim_frame;
typedef struct mqs_shim_thread {
  uint32_t struct_size;
  uint32_t frame_count;
  const mqs_shim_frame *frames; /* innermost first */
  uint32_t register_count;
  uint32_t reserved;
  const uint64_t *registers; /* general registers of the innermost frame, in any order */
  /* Since version 4. */
  uint32_t frame_size; /* sizeof(mqs_shim_frame) for the caller; 0: frames have only the first two members */
  uint32_t reserved_2;
  uint64_t tid;        /* number of the thread in the kernel; 0 if not known */
  const char *name;    /* name of the thread in the kernel; null if not known */
  const char *problem; /* reason why the stack ends early; null if it is complete */
  /* Since version 7. */
  int32_t state;                  /* enum mqs_shim_state, before the process was held */
  int32_t sleeps_for_own_process; /* nonzero if it sleeps until another thread of its own process wakes it */
} mqs_shim_thread;

/* Adds the threads to the last answer, with the current MPI call of each and the operations for which it waits. The
 * main thread must be the first. The process must not have run since it was read. The plugin was asked before the
 * threads were known, so that the answer contains less than with MQS_SHIM_THREADS. */
MQS_SHIM_EXPORT int mqs_shim_set_threads(mqs_shim_session *session, size_t count, const mqs_shim_thread *threads);

/* Adds the threads that mqs_shim_target.threads returns to the last answer, like mqs_shim_set_threads(). Since version
 * 7. */
MQS_SHIM_EXPORT int mqs_shim_add_threads(mqs_shim_session *session);

/* Describes one object in one line without its handle, as a debugger prints a variable. `kind` is a word for
 * mqs_shim_read_object(). The process must not have run since the last mqs_shim_read() or mqs_shim_invalidate(), as
 * known data is not read again. Returns null on failure. */
MQS_SHIM_EXPORT char *mqs_shim_describe(mqs_shim_session *session, const char *kind, uint64_t handle);

/* Returns the last answer as text or JSON, or null on failure. `options` may be null. */
MQS_SHIM_EXPORT char *mqs_shim_render(mqs_shim_session *session, int noun, int format,
                                      const mqs_shim_render_options *options);

/* Returns 1 if the last answer is complete, which means that every requested queue could be seen. Otherwise returns 0,
 * and the text of the answer says what is missing. */
MQS_SHIM_EXPORT int mqs_shim_is_complete(mqs_shim_session *session);

/* Drops all data of the process and the last answer. To be called when the process has run. */
MQS_SHIM_EXPORT void mqs_shim_invalidate(mqs_shim_session *session);

/* Returns the reason why the last call failed; empty if it did not fail. */
MQS_SHIM_EXPORT const char *mqs_shim_error(mqs_shim_session *session);

/* Return the path of the plugin, and the version string that the plugin gives itself. */
MQS_SHIM_EXPORT const char *mqs_shim_plugin_path(mqs_shim_session *session);
MQS_SHIM_EXPORT const char *mqs_shim_plugin_version(mqs_shim_session *session);

/* Holds facts about the process of the last answer. Texts are valid until the next call for the session, and never
 * null. Since version 4. */
typedef struct mqs_shim_facts {
  uint32_t struct_size;
  int32_t world_rank;            /* in MPI_COMM_WORLD; -1 if not known */
  int32_t world_size;            /* of MPI_COMM_WORLD; -1 if not known */
  int32_t mpi_state;             /* 0 not known, 1 before or in MPI_Init, 2 initialised, 3 in or after MPI_Finalize */
  uint32_t local_job;            /* 1 for the first job of a launch, 2 and more for spawned ones; 0 if not known */
  uint32_t blocked_count;        /* number of threads in MPI calls (see mqs_shim_set_threads()) */
  const char *const *blocked_in; /* call of each of these, the main thread's first; null if there are none */
  const char *library;           /* "Open MPI 4.1.4" */
  const char *point_to_point;    /* "ob1" */
  const char *problem;           /* reason why the process could not be inspected; empty if it could */
} mqs_shim_facts;

/* Fills in the facts about the process of the last answer. Returns MQS_SHIM_FAILED if nothing was read yet. */
MQS_SHIM_EXPORT int mqs_shim_get_facts(mqs_shim_session *session, mqs_shim_facts *facts);

/* Describes one object. Texts are valid until the next call for the session, and never null. Since version 4. */
typedef struct mqs_shim_object {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t handle;
  const char *name; /* name given by the program or the standard; empty if there is none, or for a null handle */
  const char *line; /* result of mqs_shim_describe() */
} mqs_shim_object;

/* Describes one object without replacing the last answer. `kind` is a word for mqs_shim_read_object(). */
MQS_SHIM_EXPORT int mqs_shim_look_at(mqs_shim_session *session, const char *kind, uint64_t handle,
                                     mqs_shim_object *object);

/* Stores in *found the C handle that `handle` stands for in mqs_shim_read_object(), without reading the object and
 * without replacing the last answer. Whether the object exists is not known then. Like mqs_shim_look_at(), reads no
 * known data again. Since version 7. */
MQS_SHIM_EXPORT int mqs_shim_resolve(mqs_shim_session *session, const char *kind, const char *handle, uint64_t *found);

/* ---- Several processes as one job, since version 4 ---- */

/* Combines the answers about several processes, in the order in which they are added, and reports missing ranks and
 * variables that differ between ranks. */
typedef struct mqs_shim_job mqs_shim_job;

/* Creates a job. `noun` and `format` are those of mqs_shim_render(). Returns null on failure and, unless `error` is
 * null, stores a sentence in *error, which the caller frees. `options` may be null. */
MQS_SHIM_EXPORT mqs_shim_job *mqs_shim_job_new(int noun, int format, const mqs_shim_render_options *options,
                                               char **error);
/* Adds the session's last answer. A null session stands for a process that cannot be inspected. For MQS_SHIM_SHOW_WHY,
 * all live processes must be held from before the first is read until after the last is read, so that the answers show
 * one instant. */
MQS_SHIM_EXPORT int mqs_shim_job_add(mqs_shim_job *job, mqs_shim_session *session);
/* For MQS_SHIM_SHOW_WHY: judges the answers that were added since the last call as one look at the job. Returns 1 if
 * another look could prove more, or could resolve a contradiction. In that case let the processes run for a moment (0.2
 * s is enough for a message in shared memory), read all of them again, and add them. Returns 0 if another look would
 * not help, or if judging failed; in the latter case mqs_shim_job_finish() fails, too. `seconds` is the time since the
 * previous look, and 0 for the first one. Since version 5. */
MQS_SHIM_EXPORT int mqs_shim_job_look_again(mqs_shim_job *job, double seconds);
/* For MQS_SHIM_SHOW_WHY, to be called before any answer is added: tells the job that all processes are core files with
 * two looks each, as captures are, and that all first looks are earlier than all second ones. Since version 5. */
MQS_SHIM_EXPORT int mqs_shim_job_have_two_pictures(mqs_shim_job *job);

typedef struct mqs_shim_job_facts {
  uint32_t struct_size;
  uint32_t process_count;  /* processes that were added */
  uint32_t launch_count;   /* their launchers; 0 if not known. Processes of several launchers are not one job. */
  uint32_t mismatch_count; /* variables that differ between ranks */
  uint32_t missing_count;
  uint32_t reserved;
  const int32_t *missing; /* ranks without an added process; valid until the next call for the job */
} mqs_shim_job_facts;
MQS_SHIM_EXPORT int mqs_shim_job_get_facts(mqs_shim_job *job, mqs_shim_job_facts *facts);

/* Returns the text or JSON about all added processes, or null on failure. Nothing can be added afterwards. */
MQS_SHIM_EXPORT char *mqs_shim_job_finish(mqs_shim_job *job);
/* Frees the job. Null is allowed. */
MQS_SHIM_EXPORT void mqs_shim_job_free(mqs_shim_job *job);

/* ---- The verdict on a job, since version 7 ---- */

typedef struct mqs_shim_verdict mqs_shim_verdict;

/* Looks at the processes of the sessions as `mpidbg why` does, as often as another look can prove more, and makes a
 * verdict. Processes that the targets let run do so for up to 0.6 s between two looks. Null sessions are left out; the
 * last answers of all other sessions are replaced. `ranks` selects ranks ("0-3,7"); null means all. `launcher` is the
 * launcher of all processes ("mpirun 4711"), or null. Returns null on failure and, unless `error` is null, stores a
 * sentence in *error, which the caller frees. */
MQS_SHIM_EXPORT mqs_shim_verdict *mqs_shim_investigate(size_t count, mqs_shim_session *const *sessions,
                                                       const char *ranks, const char *launcher, char **error);
/* Returns the text, JSON or graph that `mpidbg why` prints, or null on failure. Only `each`, `one_dash` and `color` of
 * the options are used; `options` may be null. */
MQS_SHIM_EXPORT char *mqs_shim_verdict_render(mqs_shim_verdict *verdict, int format,
                                              const mqs_shim_render_options *options);
/* Returns warnings for the user, one per line; empty if there are none. Valid until mqs_shim_verdict_free(). */
MQS_SHIM_EXPORT const char *mqs_shim_verdict_notes(mqs_shim_verdict *verdict);
/* Frees the verdict. Null is allowed. */
MQS_SHIM_EXPORT void mqs_shim_verdict_free(mqs_shim_verdict *verdict);

/* Returns the plugin's messages to developers, one per line. */
MQS_SHIM_EXPORT char *mqs_shim_diagnostics(mqs_shim_session *session);

MQS_SHIM_EXPORT int mqs_shim_get_statistics(mqs_shim_session *session, mqs_shim_statistics *statistics);

/* Frees a char * that a function above has returned. Null is allowed. */
MQS_SHIM_EXPORT void mqs_shim_free(char *text);

#ifdef __cplusplus
}
#endif
#endif
