/* This extension says which message MPI_Probe or MPI_Mprobe waits for if the library does not record it. The
 * plugin infers that from the registers and the stack of the thread. A debugger looks the function up with dlsym.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Usable from C and C++. */
#ifndef MPIDBG_ABI_PROBE_INTERFACE_H
#define MPIDBG_ABI_PROBE_INTERFACE_H

#include "mpidbg/abi/queue_details_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Looks for the probe of a thread that is in MPI_Probe or MPI_Mprobe. `words` come from the innermost function of the
 * library outside its progress engine: the registers as they were in that function, and the words of its part of the
 * stack. At most 4096 words are examined.
 *
 * MPIDBG_SUCCESS: `operation` has MPIDBG_OP_PROBE, peer and tag, and `communicator` is the handle of its communicator.
 * The caller sets operation->struct_size before. MPIDBG_ERR_NOT_FOUND: the words fit no probe, or more than one.
 * MPIDBG_ERR_NOT_SUPPORTED: the probes of this library cannot be found in words. */
MPIDBG_EXPORT int mpidbg_probe_query(mqs_process *process, const mqs_taddr_t *words, int count,
                                     struct mpidbg_operation_info_t *operation, mqs_taddr_t *communicator);

#ifdef __cplusplus
}
#endif
#endif
