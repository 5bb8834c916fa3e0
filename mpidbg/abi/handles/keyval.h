/* Keyvals of mpihandles_interface.h: made by MPI_Comm_create_keyval and its like. A keyval is a number, not a handle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_KEYVAL_H
#define MPIDBG_ABI_HANDLES_KEYVAL_H

#include <stdint.h>

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mpidbg_keyval_info_t {
  int keyval;
  int predefined;                  /* the library made it */
  enum mpidbg_handle_kind_t kind;  /* whose attributes it is for: MPIDBG_KIND_COMM, _DATATYPE or _WIN */
  enum mpidbg_language_t language; /* of its functions */
  int integer_kind;                /* Fortran: 1: they take INTEGERs, as in MPI-1; 0: addresses */
  int reference_count;             /* one for the keyval until it is freed, and one for each attribute; -1 unknown */
  mqs_taddr_t copy_function;       /* in the process; 0: none */
  mqs_taddr_t delete_function;
  int64_t extra_state; /* as the functions get it: the pointer of C, the number of Fortran */
};

/* Lists all keyvals of the process by number, including those that were freed and still have attributes. *keyvals is
 * one mqs_malloc allocation, null if *count is 0. Keyvals are in no table: the process's memory is searched for them
 * (see mpidbg_set_memory_ranges), once for each time that the process is held. Returns MPIDBG_ERR_NOT_SUPPORTED if the
 * library's keyvals cannot be distinguished from other memory. */
MPIDBG_EXPORT int mpidbg_keyval_list(mqs_process *process, int *count, struct mpidbg_keyval_info_t **keyvals);

#ifdef __cplusplus
}
#endif
#endif
