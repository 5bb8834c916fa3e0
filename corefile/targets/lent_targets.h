/* Provides processes of this machine, core files and captures as targets for mqs_shim.h (libmpidbg-processes.so), for
 * callers that cannot access these themselves. The interface belongs to this version of mpidbg and may change; the
 * Python package mpidbg and GDB's front end use it. SPDX-License-Identifier: BSD-3-Clause
 *
 * A process that the calling thread traces already, as a debugger does, is held by that debugger. Its threads are read
 * without hold(), which fails for it; threads that the debugger has not stopped are omitted.
 *
 * Only one thread may call these functions at a time, as in mqs_shim.h. Results are valid until mpidbg_targets_close().
 */
#ifndef MPIDBG_LENT_TARGETS_H
#define MPIDBG_LENT_TARGETS_H

#include "mqs_shim/mqs_shim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mpidbg_targets mpidbg_targets;

/* Opens the processes that the words stand for (corefile/targets/targets.h), in the order of their ranks. Live
 * processes run unless they are held through their targets. `executable` and `sysroot` have the meaning of the
 * command's options --exe and --sysroot, and `debug_directories` that of --debug-dir, with colons between several
 * directories; all may be null. Returns null on failure and, unless `error` is null, stores a sentence in *error, which
 * the caller frees with mpidbg_targets_free_text(). */
MQS_SHIM_EXPORT mpidbg_targets *mpidbg_targets_open(size_t count, const char *const *words, const char *executable,
                                                    const char *sysroot, const char *debug_directories, char **error);
/* Closes the targets; live processes continue to run. Null is allowed. */
MQS_SHIM_EXPORT void mpidbg_targets_close(mpidbg_targets *targets);

MQS_SHIM_EXPORT size_t mpidbg_targets_count(const mpidbg_targets *targets);
MQS_SHIM_EXPORT const mqs_shim_target *mpidbg_targets_at(const mpidbg_targets *targets, size_t index);
/* Returns the reason why a target cannot be inspected, for mqs_shim_open_closed(); null if it can. */
MQS_SHIM_EXPORT const char *mpidbg_targets_problem(const mpidbg_targets *targets, size_t index);
/* Returns a text such as "mpirun 4711" if a launcher was the only word; otherwise null. */
MQS_SHIM_EXPORT const char *mpidbg_targets_launcher(const mpidbg_targets *targets);

MQS_SHIM_EXPORT void mpidbg_targets_free_text(char *text);

/* A thread of an x86-64 process that another debugger holds. */
typedef struct mpidbg_targets_thread {
  int64_t tid;
  int64_t system_call;     /* orig_rax; negative if the thread is in no system call */
  uint64_t thread_pointer; /* fs_base */
  uint64_t registers[16];  /* in DWARF's order: rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 to r15 */
} mpidbg_targets_thread;
/* Returns 1 if thread number `index` sleeps until another thread of its own process wakes it, otherwise 0. `read` reads
 * memory as mqs_shim_target.read does. */
MQS_SHIM_EXPORT int mpidbg_targets_sleeps_for_own_process(const mpidbg_targets_thread *threads, size_t count,
                                                          size_t index, void *context,
                                                          size_t (*read)(void *context, uint64_t address, void *buffer,
                                                                         size_t size));

#ifdef __cplusplus
}
#endif
#endif
