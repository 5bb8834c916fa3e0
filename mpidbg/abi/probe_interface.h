/* What MPI_Probe and MPI_Mprobe wait for, where the library keeps no record of them: from what the thread has at hand.
 * A debugger looks the function up with dlsym. SPDX-License-Identifier: BSD-3-Clause
 *
 * Usable from C and C++.
 */
#ifndef MPIDBG_ABI_PROBE_INTERFACE_H
#define MPIDBG_ABI_PROBE_INTERFACE_H

#include "mpidbg/abi/queue_details_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of a thread that is in MPI_Probe or MPI_Mprobe. `words`: the registers that the innermost function of the library
 * outside of its progress engine has preserved in the functions it calls, and the words of its part of the stack; at
 * most 4096 of them are looked at.
 *
 * MPIDBG_SUCCESS: `operation`, whose struct_size the caller sets, has MPIDBG_OP_PROBE, peer and tag, and `communicator`
 * is the handle of its communicator. MPIDBG_ERR_NOT_FOUND: the words fit no probe, or more than one.
 * MPIDBG_ERR_NOT_SUPPORTED: of this library words do not say it. */
MPIDBG_EXPORT int mpidbg_probe_query(mqs_process *process, const mqs_taddr_t *words, int count,
                                     struct mpidbg_operation_info_t *operation, mqs_taddr_t *communicator);

#ifdef __cplusplus
}
#endif
#endif
