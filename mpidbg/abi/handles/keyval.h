/* Declares the query for keyvals, the keys of attributes. MPI_Comm_create_keyval and similar functions make them. A
 * keyval is a number, not a handle.
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
  int predefined;                  /* nonzero if the library made the keyval */
  enum mpidbg_handle_kind_t kind;  /* kind of the objects with such attributes: MPIDBG_KIND_COMM, _DATATYPE or _WIN */
  enum mpidbg_language_t language; /* language of the functions */
  int integer_kind;          /* for Fortran functions: 1 if they take INTEGERs, as in MPI-1; 0 if they take addresses */
  int reference_count;       /* 1 for the keyval until it is freed, plus 1 for each attribute; -1 if unknown */
  mqs_taddr_t copy_function; /* address in the process; 0 if there is none */
  mqs_taddr_t delete_function;
  int64_t extra_state; /* argument of the functions: a pointer in C, a number in Fortran */
};

/* Lists all keyvals of the process by number, including those that were freed and still have attributes. *keyvals is
 * one mqs_malloc allocation, null if *count is 0. The library has no table of keyvals, so the process's memory is
 * searched for them (see mpidbg_set_memory_ranges). It is searched once each time the process is held. Returns
 * MPIDBG_ERR_NOT_SUPPORTED if the library's keyvals cannot be distinguished from other memory. */
MPIDBG_EXPORT int mpidbg_keyval_list(mqs_process *process, int *count, struct mpidbg_keyval_info_t **keyvals);

#ifdef __cplusplus
}
#endif
#endif
