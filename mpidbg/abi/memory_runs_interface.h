/* These extensions help the plugin to search memory for objects.
 *
 * A debugger can say which memory of a process exists: a program may have touched only a few pages of a large mapping.
 * Reading the rest takes long and creates page tables for it. A debugger can also provide a function for the reads of a
 * search, so that it caches the memory for answers but not the memory for searches. A debugger looks these functions up
 * with dlsym and skips the calls if the plugin does not have them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Usable from C and C++. */
#ifndef MPIDBG_ABI_MEMORY_RUNS_INTERFACE_H
#define MPIDBG_ABI_MEMORY_RUNS_INTERFACE_H

#include "mpidbg/abi/mpihandles_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the memory between `begin` and `end` that can contain bytes other than zero; `end` is not included. Both
 * addresses are in one of the ranges that were passed to mpidbg_set_memory_ranges. Writes at most `capacity` runs, in
 * the order of their addresses, and returns their number. If the number is `capacity`, there may be further runs after
 * the last one. A negative result means that the answer is unknown, so that all of the memory is searched. */
typedef int (*mpidbg_memory_runs_function_t)(mqs_process *process, mqs_taddr_t begin, mqs_taddr_t end, int capacity,
                                             struct mpidbg_memory_range_t *runs);

/* Sets the function that finds the memory in use. It must be called after mqs_setup_process or mpidbg_init_per_process.
 * The plugin calls the function only when a search begins. With a null function, or without this call, all memory is
 * searched. Returns MPIDBG_ERR_NOT_FOUND for a process that was not set up. */
MPIDBG_EXPORT int mpidbg_set_memory_runs(mqs_process *process, mpidbg_memory_runs_function_t function);

/* Reads memory for a search, with the parameters and results of mqs_fetch_data. What a search has found is read once
 * more with mqs_fetch_data before an answer uses it. */
typedef int (*mpidbg_search_read_function_t)(mqs_process *process, mqs_taddr_t address, int size, void *buffer);

/* Sets the function that reads memory for searches. It must be called after mqs_setup_process or
 * mpidbg_init_per_process. With a null function, or without this call, searches use mqs_fetch_data. Returns
 * MPIDBG_ERR_NOT_FOUND for a process that was not set up. */
MPIDBG_EXPORT int mpidbg_set_search_read(mqs_process *process, mpidbg_search_read_function_t function);

#ifdef __cplusplus
}
#endif
#endif
