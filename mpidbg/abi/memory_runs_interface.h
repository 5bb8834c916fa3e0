/* How memory is searched for objects. Which memory of a process exists: of a large mapping a program may have touched a
 * few pages, and the rest takes long to read, and makes page tables for it. And which reads are those of a search: a
 * debugger that keeps the memory that answers need keeps nothing of them. A debugger looks these functions up with
 * dlsym and does without in a plugin that lacks them. SPDX-License-Identifier: BSD-3-Clause
 *
 * Usable from C and C++.
 */
#ifndef MPIDBG_ABI_MEMORY_RUNS_INTERFACE_H
#define MPIDBG_ABI_MEMORY_RUNS_INTERFACE_H

#include "mpidbg/abi/mpihandles_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of the memory from `begin` up to, without it, `end`, which is of one range that mpidbg_set_memory_ranges was given:
 * the first runs of it that can have another content than zeros, by address, at most `capacity` of them. Their number;
 * if that is `capacity` there may be more behind the last one. Negative: not known, so that all of it is searched. */
typedef int (*mpidbg_memory_runs_function_t)(mqs_process *process, mqs_taddr_t begin, mqs_taddr_t end, int capacity,
                                             struct mpidbg_memory_range_t *runs);

/* To be called after mqs_setup_process or mpidbg_init_per_process. The function is called when a search begins, and
 * not otherwise. Null: not known for any memory, as without this call. MPIDBG_ERR_NOT_FOUND for a process that was not
 * set up. */
MPIDBG_EXPORT int mpidbg_set_memory_runs(mqs_process *process, mpidbg_memory_runs_function_t function);

/* Reads memory that is searched, as mqs_fetch_data reads other memory, and returns what that does. What a search has
 * found is read once more, with mqs_fetch_data, before anything is said of it. */
typedef int (*mpidbg_search_read_function_t)(mqs_process *process, mqs_taddr_t address, int size, void *buffer);

/* To be called after mqs_setup_process or mpidbg_init_per_process. Null: searches read with mqs_fetch_data, as without
 * this call. MPIDBG_ERR_NOT_FOUND for a process that was not set up. */
MPIDBG_EXPORT int mpidbg_set_search_read(mqs_process *process, mpidbg_search_read_function_t function);

#ifdef __cplusplus
}
#endif
#endif
