/* Provides processes of this machine, core files and captures as targets for mqs_shim.h (libmpidbg-processes.so), for
 * callers that cannot access processes themselves. The interface belongs to this version of mpidbg and may change; the
 * Python package mpidbg uses it. SPDX-License-Identifier: BSD-3-Clause
 *
 * Only one thread may call these functions at a time, as in mqs_shim.h. Functions that can fail return null or 0;
 * unless `error` is null, they store a sentence in *error, which the caller frees with mpidbg_process_free_text().
 */
#ifndef MPIDBG_LENT_PROCESS_H
#define MPIDBG_LENT_PROCESS_H

#include "mqs_shim/mqs_shim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mpidbg_process mpidbg_process;

/* Opens a target: a pid, or the path of a core file or capture. `executable` and `sysroot` have the meaning of the
 * command's options --exe and --sysroot; both may be null. */
MQS_SHIM_EXPORT mpidbg_process *mpidbg_process_open(const char *target, const char *executable, const char *sysroot,
                                                    char **error);
/* Closes the process, which continues to run. Null is allowed. */
MQS_SHIM_EXPORT void mpidbg_process_close(mpidbg_process *process);

/* Returns the table of functions for mqs_shim.h, which is valid until the process is closed. */
MQS_SHIM_EXPORT const mqs_shim_target *mpidbg_process_target(mpidbg_process *process);

/* Holds a live process until mpidbg_process_resume(). Returns 1, or 0 on failure. */
MQS_SHIM_EXPORT int mpidbg_process_stop(mpidbg_process *process, char **error);
MQS_SHIM_EXPORT void mpidbg_process_resume(mpidbg_process *process);

/* For a capture with two looks: returns 1, the id of the machine's boot, and the times of the looks in nanoseconds
 * since that boot. Returns 0 for other targets. `boot` is valid until the process is closed. */
MQS_SHIM_EXPORT int mpidbg_process_pictures(mpidbg_process *process, const char **boot, int64_t *first,
                                            int64_t *second);
/* Shows the first look from now on (nonzero), or the second, which is shown initially. */
MQS_SHIM_EXPORT void mpidbg_process_show_first(mpidbg_process *process, int first);

/* Returns the stacks of the threads for mqs_shim_set_threads(); they are valid until the next call. A live process must
 * be held. Returns 1, or 0 on failure. */
MQS_SHIM_EXPORT int mpidbg_process_threads(mpidbg_process *process, size_t *count, const mqs_shim_thread **threads,
                                           char **error);

/* Returns the number of MPI processes that a launcher has started on this machine, and stores the pids of at most
 * `capacity` of them in `pids`. */
MQS_SHIM_EXPORT size_t mpidbg_processes_started_by(int64_t launcher, int64_t *pids, size_t capacity);

MQS_SHIM_EXPORT void mpidbg_process_free_text(char *text);

#ifdef __cplusplus
}
#endif
#endif
