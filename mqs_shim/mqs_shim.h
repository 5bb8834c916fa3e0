/* The debugger's half of mpidbg as a C library: libmqs_shim.so. For debuggers that reach it from C or by a foreign
 * function interface, as GDB's Python does. SPDX-License-Identifier: BSD-3-Clause
 *
 * The caller lends a target, as a table of functions that read its process. The library loads a debug plugin, lets it
 * look at the process through that table, and returns text or JSON.
 *
 * Ownership. What a function returns as char * without const is the caller's: mqs_shim_free() it. A const char *
 * belongs to the session and is valid until the next call on it. The table is copied; its context and whatever its
 * functions return must stay valid until mqs_shim_close().
 *
 * Errors. A function that can fail returns MQS_SHIM_OK or an error; or null. The sentence is in mqs_shim_error(), or
 * for mqs_shim_open() in its `error` argument. No C++ exception comes out.
 *
 * Threads. One thread at a time for everything here together, whatever the session: plugins have state of their own
 * that is not protected, and neither is this library's. Which thread it is may change from call to call. The target's
 * functions are called on the thread of the caller, only while one of the functions below is running, and must not call
 * back into this library. They must not unwind through it: no exception, no longjmp.
 *
 * Structs. The caller sets struct_size to the size that the struct has in its header, also of those that the library
 * fills in. Members are only appended, so a caller and a library of different versions understand each other: members
 * that the caller's struct does not have are taken as 0, members that the library does not know are left alone. A
 * struct without the members of its first version, or one that ends within a member, is MQS_SHIM_ARGUMENT.
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

/* Grows when something is added here. */
enum { MQS_SHIM_VERSION = 6 };

typedef struct mqs_shim_session mqs_shim_session;

enum mqs_shim_result {
  MQS_SHIM_OK = 0,
  MQS_SHIM_ARGUMENT = 1, /* a null pointer, a struct_size that is too small, an unknown number */
  MQS_SHIM_FAILED = 2    /* see mqs_shim_error() */
};

/* How to reach one process. Every function gets `context`. Functions marked optional may be null. */
typedef struct mqs_shim_target {
  uint32_t struct_size;
  uint32_t pointer_size; /* 4 or 8 */
  int32_t big_endian;    /* nonzero: the process is */
  int32_t world_rank;    /* in MPI_COMM_WORLD, -1 if not known: the plugin then finds out */
  int64_t pid;           /* 0 if not known */
  const char *name;      /* for the output: "pid 4151", "core.4151"; may be null */
  const char *host;      /* where it runs or ran; may be null */
  void *context;

  /* Copies up to `size` bytes from `address` on; how many could be read. Fewer than asked for only at the end of
   * readable memory. */
  size_t (*read)(void *context, uint64_t address, void *buffer, size_t size);
  /* 1 and *address if the process has the symbol, else 0. The definition that the process uses: the executable's before
   * those of libraries. */
  int (*find_symbol)(void *context, const char *name, int is_function, uint64_t *address);
  /* Optional: 1 and *size if debug information has the struct, union or typedef, else 0. */
  int (*find_type)(void *context, const char *name, uint64_t *size);
  /* Optional: byte offset of a member of a type that find_type knows, or -1. */
  int64_t (*field_offset)(void *context, const char *type, const char *field);
  /* Optional: build-id, lower-case hexadecimal with a NUL, of the module that defines the symbol; 1, or 0 if not known.
   */
  int (*build_id_of)(void *context, const char *symbol, char *buffer, size_t size);
  /* Optional: the range number `index`, from 0 on, of writable memory that is the process's alone (heap, anonymous
   * mappings); 1, or 0 behind the last. Without it objects that no table lists are searched around known ones. */
  int (*private_memory)(void *context, size_t index, uint64_t *begin, uint64_t *end);
  /* Optional: the name, with a NUL, of the function that covers the address; 1, or 0 if none does or its name is too
   * long for the buffer. */
  int (*symbol_at)(void *context, uint64_t address, char *buffer, size_t size);
  /* Nonzero: a core file, which shows an instant of its own, and not a process that is held still. Since version 5. */
  int32_t is_core;
  uint32_t reserved;
  /* Optional: 1, with the kind (enum mpidbg_field_kind_t of mpidbg/abi/field_types_interface.h) and the size (bytes; 0:
   * not known) of a member of a type that find_type knows; or 0. Without it a struct that has members of another kind
   * than in the version of the MPI library that is described is refused. Since version 6. */
  int (*field_type)(void *context, const char *type, const char *field, int *kind, uint64_t *size);
} mqs_shim_target;

typedef struct mqs_shim_options {
  uint32_t struct_size;
  /* Nonzero: the caller says mqs_shim_invalidate() whenever the process ran or its memory was written. Until then the
   * data that was read is trusted and kept, up to 64 MiB, and no page is asked for twice. 0: every answer reads afresh.
   */
  uint32_t tells_of_moves;
  /* Null or empty: mpidbg's own plugin. "auto": the one that the target names, if it is in a trusted directory. Else a
   * path. */
  const char *plugin;
  /* Directories, separated by ':', that are trusted besides the system's. May be null. */
  const char *plugin_safe_path;
  /* The executable's name, for messages. May be null. */
  const char *image_name;
} mqs_shim_options;

/* What mqs_shim_read() asks the plugin for; bits. For one noun mqs_shim_read_noun() asks for less. */
enum mqs_shim_question {
  MQS_SHIM_COMMUNICATORS = 1, /* with all that is known about them */
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
  MQS_SHIM_EVERYTHING = 0xffff, /* but sessions */
  /* Of the same kinds (without any: of communicators) what the program has freed, where a recorder knows of it. */
  MQS_SHIM_FREED = 0x100000,
  /* Of variables their values in each snapshot that the recorder took. */
  MQS_SHIM_HISTORY = 0x200000
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
  MQS_SHIM_SHOW_OBJECT,  /* what mqs_shim_read_object() read */
  MQS_SHIM_SHOW_CVARS,
  MQS_SHIM_SHOW_PVARS,
  MQS_SHIM_SHOW_CATEGORIES,
  MQS_SHIM_SHOW_EVENTS,
  MQS_SHIM_SHOW_SOURCES,
  MQS_SHIM_SHOW_WHY,    /* the verdict on a job */
  MQS_SHIM_SHOW_STACKS, /* those of mqs_shim_set_threads(), of all processes merged */
  MQS_SHIM_SHOW_SESSIONS
};
enum mqs_shim_format { MQS_SHIM_TEXT, MQS_SHIM_JSON };

typedef struct mqs_shim_render_options {
  uint32_t struct_size;
  int32_t all; /* nonzero: the MPI library's own communicators and messages too */
  int32_t verbose;
  int32_t color;
  const char *communicator; /* only this one: a name or a handle; null: all */
  const char *ranks;        /* only these: "0-3,7"; null: all */
  int32_t has_tag;          /* nonzero: only operations with `tag` */
  int32_t tag;
  int32_t each; /* nonzero: each process and operation by itself; text merges equal ones otherwise. Since version 4. */
  int32_t one_dash; /* nonzero: hints at the caller's options write them as in "-all", else "--all". Since version 4. */
} mqs_shim_render_options;

typedef struct mqs_shim_statistics {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t reads;            /* of the plugin */
  uint64_t hits;             /* of them answered without the target */
  uint64_t round_trips;      /* calls of mqs_shim_target.read */
  uint64_t bytes;            /* that these delivered */
  uint64_t live_allocations; /* of all plugins in this process */
} mqs_shim_statistics;

/* MQS_SHIM_VERSION of the library. */
MQS_SHIM_EXPORT int mqs_shim_version(void);

/* Loads the plugin and lets it look up symbols and types. Null on failure; then *error, unless `error` is null, is a
 * sentence to be freed. `options` may be null. */
MQS_SHIM_EXPORT mqs_shim_session *mqs_shim_open(const mqs_shim_target *target, const mqs_shim_options *options,
                                                char **error);
/* Null is harmless. */
MQS_SHIM_EXPORT void mqs_shim_close(mqs_shim_session *session);

/* Reads the process as it is now; the process must stand still. Replaces the last answer. On failure the answer has the
 * error in it and can still be rendered. `questions`: bits of mqs_shim_question. */
MQS_SHIM_EXPORT int mqs_shim_read(mqs_shim_session *session, unsigned questions);

/* Likewise what mqs_shim_render() shows of one noun, and nothing else; not MQS_SHIM_SHOW_OBJECT. `flags`:
 * MQS_SHIM_FREED, MQS_SHIM_HISTORY. Since version 4. */
MQS_SHIM_EXPORT int mqs_shim_read_noun(mqs_shim_session *session, int noun, unsigned flags);

/* Likewise, one object alone. `kind` as in `mpidbg show`: "comm", "datatype", ...; `handle` as there: a C handle, a
 * predefined name, fortran:N, a variable of the program. */
MQS_SHIM_EXPORT int mqs_shim_read_object(mqs_shim_session *session, const char *kind, const char *handle);

/* The stack of one thread, as the caller has unwound it. */
typedef struct mqs_shim_frame {
  const char *function;   /* null or empty: not known */
  uint64_t stack_pointer; /* of the frame; it grows from the innermost frame outwards */
  /* Since version 4, where mqs_shim_thread.frame_size says so. Texts may be null. */
  const char *file;   /* of the source */
  const char *module; /* path of the file that the code is from */
  uint64_t offset;    /* of the code's address in it; 0 if not known */
  uint32_t line;      /* of the source; 0 if not known */
  int32_t inlined;    /* nonzero: into the next frame */
  /* Registers that a function preserves for its caller (x86-64: rbx, rbp, r12 to r15), as they are in this frame, in
   * any order. What the library waits for is among those of the function that waits; without them it is inferred. */
  const uint64_t *preserved;
  uint32_t preserved_count;
  uint32_t reserved;
} mqs_shim_frame;
typedef struct mqs_shim_thread {
  uint32_t struct_size;
  uint32_t frame_count;
  const mqs_shim_frame *frames; /* innermost first */
  uint32_t register_count;
  uint32_t reserved;
  const uint64_t *registers; /* general registers of the innermost frame, in any order */
  /* Since version 4. */
  uint32_t frame_size; /* sizeof(mqs_shim_frame) of the caller; 0: its frames have the first two members only */
  uint32_t reserved_2;
  uint64_t tid;        /* the kernel's number; 0 if not known */
  const char *name;    /* that the kernel has; null if not known */
  const char *problem; /* why the stack ends early; null if it is complete */
} mqs_shim_thread;

/* What the threads are doing, the main thread first: completes the last answer with the MPI call that each is in and
 * the operations that it waits for. The process must still stand where it was read. */
MQS_SHIM_EXPORT int mqs_shim_set_threads(mqs_shim_session *session, size_t count, const mqs_shim_thread *threads);

/* One object in one line, without its handle: what a debugger prints for a variable. `kind` is a noun of
 * mqs_shim_read_object(). The process must stand still since
 * the last mqs_shim_read() or mqs_shim_invalidate(): what is known of it is not read again. Null on failure. */
MQS_SHIM_EXPORT char *mqs_shim_describe(mqs_shim_session *session, const char *kind, uint64_t handle);

/* The last answer as text or JSON. `options` may be null. Null on failure. */
MQS_SHIM_EXPORT char *mqs_shim_render(mqs_shim_session *session, int noun, int format,
                                      const mqs_shim_render_options *options);

/* 1 if the last answer is complete: every requested queue could be seen. 0 if not; its text says what is missing.
 */
MQS_SHIM_EXPORT int mqs_shim_is_complete(mqs_shim_session *session);

/* The process moved: what was read from it is forgotten, and the last answer. */
MQS_SHIM_EXPORT void mqs_shim_invalidate(mqs_shim_session *session);

/* Why the last call failed; empty if it did not. */
MQS_SHIM_EXPORT const char *mqs_shim_error(mqs_shim_session *session);

/* The plugin's path and its own words about its version. */
MQS_SHIM_EXPORT const char *mqs_shim_plugin_path(mqs_shim_session *session);
MQS_SHIM_EXPORT const char *mqs_shim_plugin_version(mqs_shim_session *session);

/* The process of the last answer as a whole. Texts are valid until the next call on the session, and never null. Since
 * version 4. */
typedef struct mqs_shim_facts {
  uint32_t struct_size;
  int32_t world_rank;            /* in MPI_COMM_WORLD; -1 if not known */
  int32_t world_size;            /* of MPI_COMM_WORLD; -1 if not known */
  int32_t mpi_state;             /* 0 not known, 1 before or in MPI_Init, 2 up, 3 in or after MPI_Finalize */
  uint32_t local_job;            /* 1 the first job of a launch, 2.. spawned ones; 0 if not known */
  uint32_t blocked_count;        /* threads that are in an MPI call: see mqs_shim_set_threads() */
  const char *const *blocked_in; /* the call of each, the main thread's first; null if there is none */
  const char *library;           /* "Open MPI 4.1.4" */
  const char *point_to_point;    /* "ob1" */
  const char *problem;           /* why the process could not be inspected; empty if it could */
} mqs_shim_facts;

/* MQS_SHIM_FAILED if nothing was read yet. */
MQS_SHIM_EXPORT int mqs_shim_get_facts(mqs_shim_session *session, mqs_shim_facts *facts);

/* One object, as mqs_shim_describe() sees it. Texts as in mqs_shim_facts. Since version 4. */
typedef struct mqs_shim_object {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t handle;
  const char *name; /* that the program or the standard gave it; empty if it has none, or is a null handle */
  const char *line; /* what mqs_shim_describe() returns */
} mqs_shim_object;

/* `kind` and `handle` as for mqs_shim_read_object(). Does not replace the last answer. */
MQS_SHIM_EXPORT int mqs_shim_look_at(mqs_shim_session *session, const char *kind, uint64_t handle,
                                     mqs_shim_object *object);

/* ---- Several processes as one job, since version 4 ---- */

/* Takes the answers of processes one after the other, which sets the order of the text, and adds what concerns several:
 * ranks that are missing, and variables that mean something else on another rank. */
typedef struct mqs_shim_job mqs_shim_job;

/* Of `noun` and `format` as for mqs_shim_render(). Null on failure; then *error, unless `error` is null, is a sentence
 * to be freed. `options` may be null. */
MQS_SHIM_EXPORT mqs_shim_job *mqs_shim_job_new(int noun, int format, const mqs_shim_render_options *options,
                                               char **error);
/* The session's last answer. A null session means a process that cannot be inspected. Of MQS_SHIM_SHOW_WHY:
 * live processes stand still from the reading of the first to that of the last, so that they are one picture. */
MQS_SHIM_EXPORT int mqs_shim_job_add(mqs_shim_job *job, mqs_shim_session *session);
/* Of MQS_SHIM_SHOW_WHY: judges what was added since the last call, one look at the job. 1: another look could prove
 * more, or settle a contradiction; let the processes run for a moment (0.2 s is enough for a message in shared memory),
 * read all of them again, and add them. 0: it could not, or judging failed, as mqs_shim_job_finish() then does.
 * `seconds`: between this look and the one before it; of the first, 0. Since version 5. */
MQS_SHIM_EXPORT int mqs_shim_job_look_again(mqs_shim_job *job, double seconds);
/* Of MQS_SHIM_SHOW_WHY, before anything is added: all processes are core files that show two instants each, as captures
 * do, and those of the first look are all earlier than those of the second. Since version 5. */
MQS_SHIM_EXPORT int mqs_shim_job_have_two_pictures(mqs_shim_job *job);

typedef struct mqs_shim_job_facts {
  uint32_t struct_size;
  uint32_t process_count;  /* that were added */
  uint32_t launch_count;   /* launchers that they belong to; 0 if none is known. Several are not one job. */
  uint32_t mismatch_count; /* of variables between ranks */
  uint32_t missing_count;
  uint32_t reserved;
  const int32_t *missing; /* ranks that no process was added for; valid until the next call on the job */
} mqs_shim_job_facts;
MQS_SHIM_EXPORT int mqs_shim_job_get_facts(mqs_shim_job *job, mqs_shim_job_facts *facts);

/* The text or JSON of all that was added. Nothing can be added after that. Null on failure. */
MQS_SHIM_EXPORT char *mqs_shim_job_finish(mqs_shim_job *job);
/* Null is harmless. */
MQS_SHIM_EXPORT void mqs_shim_job_free(mqs_shim_job *job);

/* The plugin's messages to a developer, one per line. */
MQS_SHIM_EXPORT char *mqs_shim_diagnostics(mqs_shim_session *session);

MQS_SHIM_EXPORT int mqs_shim_get_statistics(mqs_shim_session *session, mqs_shim_statistics *statistics);

/* Frees what a function above returned as char *. Null is harmless. */
MQS_SHIM_EXPORT void mqs_shim_free(char *text);

#ifdef __cplusplus
}
#endif
#endif
