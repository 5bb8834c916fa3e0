/* This extension says which of the struct layouts in use were compared with the process, so that a user can judge
 * whether to trust them. Sizes of objects, redundant numbers and links in both directions are compared. A debugger
 * looks the function up with dlsym.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * The record belongs to the caller, who sets struct_size before the call; the plugin writes no more than that. Members
 * are only appended. Usable from C and C++. */
#ifndef MPIDBG_ABI_LAYOUT_CHECKS_INTERFACE_H
#define MPIDBG_ABI_LAYOUT_CHECKS_INTERFACE_H

#include <stdint.h>

#include "mpidbg/abi/mpihandles_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_layout_outcome_t {
  MPIDBG_LAYOUT_AGREES,
  MPIDBG_LAYOUT_DIFFERS,      /* the layout is not used */
  MPIDBG_LAYOUT_NOT_CHECKABLE /* the process contains nothing that can be compared with the layout */
};

/* Describes one check of a struct layout. Texts end in NUL and are truncated if they do not fit. */
struct mpidbg_layout_check_t {
  uint32_t struct_size;
  int32_t outcome;  /* enum mpidbg_layout_outcome_t */
  char subject[64]; /* the struct of the target: "MPIR_Comm" */
  char words[192];  /* what was compared, or what differs */
};

/* Fills in *check with check number `index`, counted from 0, and its current outcome. Returns MPIDBG_SUCCESS, or
 * MPIDBG_ERR_NOT_FOUND after the last check. A call with index 0 performs all checks; the plugin's other functions
 * perform only the checks that they need. The list of checks is empty for libraries such as Open MPI, where each object
 * is checked by its class when it is read. */
MPIDBG_EXPORT int mpidbg_get_layout_check(mqs_process *process, int index, struct mpidbg_layout_check_t *check);

#ifdef __cplusplus
}
#endif

#endif
