/* Processes of this machine, core files and captures as targets of mqs_shim.h: libmpidbg-processes.so, for callers that
 * have no access to processes of their own. Part of this version of mpidbg: the Python package mpidbg uses it, and it
 * may change. SPDX-License-Identifier: BSD-3-Clause
 *
 * One thread at a time, as in mqs_shim.h. Functions that can fail return null or 0 and, unless `error` is null, a
 * sentence in *error, which mpidbg_process_free_text() frees.
 */
#ifndef MPIDBG_LENT_PROCESS_H
#define MPIDBG_LENT_PROCESS_H

#include "mqs_shim/mqs_shim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mpidbg_process mpidbg_process;

/* `target`: a pid, or the path of a core file or capture. `executable` and `sysroot` as the options of the command; may
 * be null. */
MQS_SHIM_EXPORT mpidbg_process *mpidbg_process_open(const char *target, const char *executable, const char *sysroot,
                                                    char **error);
/* Lets it run on. Null is harmless. */
MQS_SHIM_EXPORT void mpidbg_process_close(mpidbg_process *process);

/* Valid until the process is closed. */
MQS_SHIM_EXPORT const mqs_shim_target *mpidbg_process_target(mpidbg_process *process);

/* Holds a live process still until mpidbg_process_resume(). 1, or 0. */
MQS_SHIM_EXPORT int mpidbg_process_stop(mpidbg_process *process, char **error);
MQS_SHIM_EXPORT void mpidbg_process_resume(mpidbg_process *process);

/* Of a core file that shows two instants, a capture: 1, on which run of which machine, and when in nanoseconds that
 * count from the machine's start. Else 0. `boot` is valid until the process is closed. */
MQS_SHIM_EXPORT int mpidbg_process_pictures(mpidbg_process *process, const char **boot, int64_t *first,
                                            int64_t *second);
/* Shows the first of them from here on (nonzero), or the second, as at the start. */
MQS_SHIM_EXPORT void mpidbg_process_show_first(mpidbg_process *process, int first);

/* The stacks of its threads, for mqs_shim_set_threads(); of a live process while it is held still. Valid until the next
 * call. 1, or 0. */
MQS_SHIM_EXPORT int mpidbg_process_threads(mpidbg_process *process, size_t *count, const mqs_shim_thread **threads,
                                           char **error);

/* The MPI processes that a launcher has started on this machine, at most `capacity` of them into `pids`; how many there
 * are. */
MQS_SHIM_EXPORT size_t mpidbg_processes_started_by(int64_t launcher, int64_t *pids, size_t capacity);

MQS_SHIM_EXPORT void mpidbg_process_free_text(char *text);

#ifdef __cplusplus
}
#endif
#endif
