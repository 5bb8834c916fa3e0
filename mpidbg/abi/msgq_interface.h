/* Declares the message queue debugging interface, MQD 1.0.
 *
 * A debugger loads a plugin with dlopen and passes it tables of callbacks. The plugin delivers communicators and
 * message queues. It reads the MPI library's objects in the target process only through the callbacks.
 *
 * This header states, in our own words, the binary interface of TotalView, DDT, padb and the plugins of Open MPI and
 * MPICH (names, order of members, values). SPDX-License-Identifier: BSD-3-Clause
 *
 * Usable from C and C++. If MPIDBG_FOR_MPI2 is defined as 1 before this header is included, the callback tables have
 * additional members for jobs (compatibility number 3). No known debugger or plugin uses these.
 */
#ifndef MPIDBG_ABI_MSGQ_INTERFACE_H
#define MPIDBG_ABI_MSGQ_INTERFACE_H

#include <stddef.h>
#include <stdio.h>

#ifndef MPIDBG_FOR_MPI2
#define MPIDBG_FOR_MPI2 0
#endif

/* Marks the functions and variables that the plugin exports; all others are hidden. */
#if defined(__GNUC__)
#define MPIDBG_EXPORT __attribute__((visibility("default")))
#else
#define MPIDBG_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The result of mqs_version_compatibility(). A debugger accepts plugins up to its own number. */
enum {
#if MPIDBG_FOR_MPI2
  MQS_INTERFACE_COMPATIBILITY = 3
#else
  MQS_INTERFACE_COMPATIBILITY = 2
#endif
};

/* The plugin's own data about an image and a process. The debugger cannot look into them; the plugin attaches them to
 * an image or a process with the put_*_info callbacks. */
typedef struct _mqs_image_info mqs_image_info;
typedef struct _mqs_process_info mqs_process_info;

/* The debugger's own objects, into which the plugin cannot look. An image is an executable, and a process is one run of
 * it. */
typedef struct mqs_image_ mqs_image;
typedef struct mqs_process_ mqs_process;
typedef struct mqs_type_ mqs_type;

#if MPIDBG_FOR_MPI2
typedef struct _mqs_job_info mqs_job_info;
typedef struct mqs_job_ mqs_job;
#endif

/* These types hold an address and a word of the target. They are wide enough for every target that the debugger can
 * handle, whatever the width of the debugger itself; mqs_dll_taddr_width() lets the debugger compare widths after
 * loading. */
#if !defined(FORCE_32BIT_MPI) && (defined(__sgi) || defined(__hpux) || defined(_AIX) || defined(__sun))
typedef unsigned long long mqs_taddr_t;
typedef long long mqs_tword_t;
#else
typedef unsigned long mqs_taddr_t;
typedef long mqs_tword_t;
#endif

/* Threads. Only one call of the plugin may be made at a time, for all images and processes together. Callbacks run on
 * the thread that called the plugin, only during that call, and call no function of the plugin.
 *
 * Before MPI_Init, mqs_setup_image and mqs_setup_process succeed, and mqs_process_has_queues says that the process
 * has no queues yet. The debugger calls it again at a later stop.
 *
 * Pointers for results must not be null. */

/* Holds the sizes in bytes of the target's basic types.
 *
 * Two forms of this struct are in use: five members (MPICH's header) and seven (Open MPI's). A plugin passes the seven,
 * zeroed, and trusts the first five; a debugger writes the last two only for a plugin that is known to have them. */
typedef struct {
  int short_size;
  int int_size;
  int long_size;
  int long_long_size;
  int pointer_size;
  int bool_size;
  int size_t_size;
} mqs_target_type_sizes;

/* The results of nearly every function of the plugin and of the debugger. Each side may define further codes, starting
 * with mqs_first_user_code. A code belongs to the side whose function returned it. */
enum { mqs_ok = 0, mqs_no_information, mqs_end_of_list, mqs_first_user_code = 100 };

/* The source language of a name that is looked up. */
typedef enum { mqs_lang_c = 'c', mqs_lang_cplus = 'C', mqs_lang_f77 = 'f', mqs_lang_f90 = 'F' } mqs_lang_code;

/* The three message queues of a communicator. */
typedef enum { mqs_pending_sends, mqs_pending_receives, mqs_unexpected_messages } mqs_op_class;

/* mqs_get_global_rank_ft returns this value, and ranks have it, if the rank does not exist. */
enum { MQS_INVALID_PROCESS = -1 };

enum mqs_status { mqs_st_pending, mqs_st_matched, mqs_st_complete };

/* Describes one communicator. The name is cut to 63 characters and always ends in NUL. */
typedef struct {
  mqs_taddr_t unique_id;
  mqs_tword_t local_rank; /* this process's rank in the communicator */
  mqs_tword_t size;       /* size of the local group */
  char name[64];
} mqs_communicator;

/* Describes one pending operation. Lengths are in bytes. */
typedef struct {
  int status;                      /* an enum mqs_status */
  mqs_tword_t desired_local_rank;  /* peer's rank in the communicator, -1 for any source */
  mqs_tword_t desired_global_rank; /* the same in MPI_COMM_WORLD, -1 for any source or unknown */
  int tag_wild;                    /* nonzero: any tag */
  mqs_tword_t desired_tag;         /* meaningful unless tag_wild */
  mqs_tword_t desired_length;      /* size of the buffer; -1: unknown */
  int system_buffer;               /* nonzero: the data is in the library's memory, not the user's */
  mqs_taddr_t buffer;

  /* Meaningful for sends, and for receives once status >= mqs_st_matched. */
  mqs_tword_t actual_local_rank;
  mqs_tword_t actual_global_rank;
  mqs_tword_t actual_tag;
  mqs_tword_t actual_length;

  /* Up to five lines for the user, which are shown unchanged. An empty line ends them. */
  char extra_text[5][64];
} mqs_pending_operation;

/* ---- Callbacks: the debugger's functions that the plugin calls. ----
 *
 * Tables stay the debugger's and stay valid. Names are passed as char * for historical reasons and are not changed.
 * Looking up a symbol or function with a null address pointer asks only whether it exists. */

typedef void (*mqs_put_image_info_ft)(mqs_image *, mqs_image_info *);
typedef mqs_image_info *(*mqs_get_image_info_ft)(mqs_image *);
typedef void (*mqs_put_process_info_ft)(mqs_process *, mqs_process_info *);
typedef mqs_process_info *(*mqs_get_process_info_ft)(mqs_process *);

typedef mqs_image *(*mqs_get_image_ft)(mqs_process *);
/* Returns the rank in MPI_COMM_WORLD, or MQS_INVALID_PROCESS if the debugger does not know it (yet). */
typedef int (*mqs_get_global_rank_ft)(mqs_process *);

typedef int (*mqs_find_function_ft)(mqs_image *, char *, mqs_lang_code, mqs_taddr_t *);
typedef int (*mqs_find_symbol_ft)(mqs_image *, char *, mqs_taddr_t *);

typedef void *(*mqs_malloc_ft)(size_t);
typedef void (*mqs_free_ft)(void *);

/* Finds a type by its name (without "struct " in front of it). Returns null if it is not known. */
typedef mqs_type *(*mqs_find_type_ft)(mqs_image *, char *, mqs_lang_code);
/* Returns the byte offset of a direct member, or -1. mpidbg also asks for "member.inner" if the type of a member lacks
 * a name of its own, as in MPICH's requests. A debugger that does not look into members answers -1; those structs are
 * then read by a profile or not at all. */
typedef int (*mqs_field_offset_ft)(mqs_type *, char *);
/* Returns the size of the type in bytes. */
typedef int (*mqs_sizeof_ft)(mqs_type *);
typedef void (*mqs_get_type_sizes_ft)(mqs_process *, mqs_target_type_sizes *);

/* Copies target memory without a change, in the target's byte order. It copies all of it or fails. */
typedef int (*mqs_fetch_data_ft)(mqs_process *, mqs_taddr_t, int, void *);
/* Reorders the bytes of one value of the given size from the target's into the host's order. */
typedef void (*mqs_target_to_host_ft)(mqs_process *, const void *, void *, int);

/* Prints diagnostics for a developer, not for the user. The pointer may be null in some hosts. */
typedef void (*mqs_dprints_ft)(const char *);
typedef char *(*mqs_errorstring_ft)(int);

#if MPIDBG_FOR_MPI2
typedef mqs_process *(*mqs_get_process_ft)(mqs_job *, int);
typedef void (*mqs_put_job_info_ft)(mqs_job *, mqs_job_info *);
typedef mqs_job_info *(*mqs_get_job_info_ft)(mqs_job *);
typedef mqs_job *(*mqs_get_process_job_ft)(mqs_process *);
typedef int (*mqs_get_process_identity_ft)(mqs_job *);
#endif

typedef struct mqs_basic_callbacks {
  mqs_malloc_ft mqs_malloc_fp;
  mqs_free_ft mqs_free_fp;
  mqs_dprints_ft mqs_dprints_fp;
  mqs_errorstring_ft mqs_errorstring_fp;
  mqs_put_image_info_ft mqs_put_image_info_fp;
  mqs_get_image_info_ft mqs_get_image_info_fp;
  mqs_put_process_info_ft mqs_put_process_info_fp;
  mqs_get_process_info_ft mqs_get_process_info_fp;
#if MPIDBG_FOR_MPI2
  mqs_put_job_info_ft mqs_put_job_info_fp;
  mqs_get_job_info_ft mqs_get_job_info_fp;
#endif
} mqs_basic_callbacks;

typedef struct mqs_image_callbacks {
  mqs_get_type_sizes_ft mqs_get_type_sizes_fp;
  mqs_find_function_ft mqs_find_function_fp;
  mqs_find_symbol_ft mqs_find_symbol_fp;
  mqs_find_type_ft mqs_find_type_fp;
  mqs_field_offset_ft mqs_field_offset_fp;
  mqs_sizeof_ft mqs_sizeof_fp;
} mqs_image_callbacks;

typedef struct mqs_process_callbacks {
  mqs_get_global_rank_ft mqs_get_global_rank_fp;
  mqs_get_image_ft mqs_get_image_fp;
  mqs_fetch_data_ft mqs_fetch_data_fp;
  mqs_target_to_host_ft mqs_target_to_host_fp;
#if MPIDBG_FOR_MPI2
  mqs_get_process_job_ft mqs_get_process_job_fp;
  mqs_get_process_identity_ft mqs_get_process_identity_fp;
#endif
} mqs_process_callbacks;

/* ---- Entry points: the plugin's functions that the debugger calls. ---- */

/* Gives the plugin its first callbacks. Must be called before all other functions. The table must stay valid until the
 * plugin is unloaded, because it is not copied. */
MPIDBG_EXPORT void mqs_setup_basic_callbacks(const mqs_basic_callbacks *);
/* Returns the plugin's name and version. The text is static. */
MPIDBG_EXPORT char *mqs_version_string(void);
MPIDBG_EXPORT int mqs_version_compatibility(void);
/* Returns sizeof(mqs_taddr_t) in the plugin. */
MPIDBG_EXPORT int mqs_dll_taddr_width(void);
/* Returns a static sentence for any result of the plugin. Unknown results also give a sentence. */
MPIDBG_EXPORT char *mqs_dll_error_string(int);

/* Sets an image up. The function is called once per image, and stores the plugin's data about the image with
 * put_image_info. A second call on the same image is allowed. */
MPIDBG_EXPORT int mqs_setup_image(mqs_image *, const mqs_image_callbacks *);
/* Says whether the image can have message queues. *message is null (nothing to say) or a text that the debugger prints
 * with printf(message, image name), whatever the result. */
MPIDBG_EXPORT int mqs_image_has_queues(mqs_image *, char **message);
MPIDBG_EXPORT void mqs_destroy_image_info(mqs_image_info *);

/* Sets a process up. The function is called once per process, and looks up the addresses of globals: shared libraries
 * are not at the same address in every process. */
MPIDBG_EXPORT int mqs_setup_process(mqs_process *, const mqs_process_callbacks *);
/* Reads the process and says whether it has message queues. *message is set as in mqs_image_has_queues. */
MPIDBG_EXPORT int mqs_process_has_queues(mqs_process *, char **message);
MPIDBG_EXPORT void mqs_destroy_process_info(mqs_process_info *);

/* Brings the list of communicators up to date. It must be called on every stop of the process, before anything
 * below. */
MPIDBG_EXPORT int mqs_update_communicator_list(mqs_process *);

/* Iteration over communicators: setup, then get and next until mqs_end_of_list. At most one iteration of each kind is
 * under way for a process; several processes may be iterated alternately. */
MPIDBG_EXPORT int mqs_setup_communicator_iterator(mqs_process *);
MPIDBG_EXPORT int mqs_get_communicator(mqs_process *, mqs_communicator *);
/* Writes the MPI_COMM_WORLD rank of each member; the array holds mqs_communicator.size entries. */
MPIDBG_EXPORT int mqs_get_comm_group(mqs_process *, int *);
MPIDBG_EXPORT int mqs_next_communicator(mqs_process *);

/* Iterate over one queue (an mqs_op_class) of the current communicator. The setup function returns mqs_no_information
 * if this queue cannot be seen, which is not the same as an empty queue. */
MPIDBG_EXPORT int mqs_setup_operation_iterator(mqs_process *, int);
MPIDBG_EXPORT int mqs_next_operation(mqs_process *, mqs_pending_operation *);

/* The debugger padb calls these two functions if a plugin has them. */

/* Returns this process's rank in MPI_COMM_WORLD, or -1. */
MPIDBG_EXPORT int mqs_get_global_rank(mqs_process *);
/* Returns the number of times that a collective operation was started on the current communicator, including
 * nonblocking ones, and whether one is in progress. Returns mqs_no_information without the recorder, or if calls may be
 * missing in its record. The operations are 0 barrier, 1 bcast, 2 allgather, 3 allgatherv, 4 allreduce, 5 alltoall, 6
 * alltoallv, 7 reduce_scatter, 8 reduce, 9 gather, 10 gatherv, 11 scan, 12 scatter, 13 scatterv. */
MPIDBG_EXPORT int mqs_get_comm_coll_state(mqs_process *, int operation, int *sequence, int *active);

#ifdef __cplusplus
}
#endif
#endif
