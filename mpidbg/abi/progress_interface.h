/* This extension shows whether a process makes progress. It is for libraries that do not count messages by peer (see
 * mpidbg_next_channel). If two queries return the same counters, the process was in the same wait both times. A
 * debugger looks the function up with dlsym.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * The record belongs to the caller, who sets struct_size before the call; the plugin writes no more than that. Members
 * are only appended. Usable from C and C++. */
#ifndef MPIDBG_ABI_PROGRESS_INTERFACE_H
#define MPIDBG_ABI_PROGRESS_INTERFACE_H

#include <stdint.h>

#include "mpidbg/abi/mpihandles_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MPIDBG_PROGRESS_COUNTERS 16

struct mpidbg_progress_t {
  uint32_t struct_size;
  int32_t transport_empty; /* 1 if no message to the process is in flight, 0 if one is, -1 if unknown */
  uint32_t counters;       /* number of elements of `counter` that hold information */
  uint32_t reserved;       /* 0 */
  /* The numbers of receives, messages and the like so far. At least one changes whenever the process makes progress. */
  uint64_t counter[MPIDBG_PROGRESS_COUNTERS];
};

/* Reads the counters. Returns MPIDBG_SUCCESS, or MPIDBG_ERR_NOT_SUPPORTED if the library has none. */
MPIDBG_EXPORT int mpidbg_progress_query(mqs_process *process, struct mpidbg_progress_t *progress);

#ifdef __cplusplus
}
#endif

#endif
