/* Declares the functions for categories of the MPI tool information interface; see mpit_interface.h.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_MPIT_CATEGORY_H
#define MPIDBG_ABI_MPIT_CATEGORY_H

#include "mpidbg/abi/mpit/common.h"

#ifdef __cplusplus
extern "C" {
#endif

MPIDBG_EXPORT int mpidbg_category_get_num(mqs_process *process, int *num_cat);

/* The functions for categories return MPIDBG_ERR_UNAVAILABLE for a category that contains itself, or that contains such
 * a category, because the process must be corrupt. */
MPIDBG_EXPORT int mpidbg_category_get_info(mqs_process *process, int cat_index, char *name, int *name_len, char *desc,
                                           int *desc_len, int *num_cvars, int *num_pvars, int *num_categories);

MPIDBG_EXPORT int mpidbg_category_get_num_events(mqs_process *process, int cat_index, int *num_events);

MPIDBG_EXPORT int mpidbg_category_get_index(mqs_process *process, const char *name, int *cat_index);

/* Writes the indices of the category's first `len` members, in the library's order, which is always the same. If the
 * category has fewer, the rest of the array stays unchanged. Members may be inactive. */
MPIDBG_EXPORT int mpidbg_category_get_cvars(mqs_process *process, int cat_index, int len, int indices[]);
MPIDBG_EXPORT int mpidbg_category_get_pvars(mqs_process *process, int cat_index, int len, int indices[]);
MPIDBG_EXPORT int mpidbg_category_get_events(mqs_process *process, int cat_index, int len, int indices[]);
MPIDBG_EXPORT int mpidbg_category_get_categories(mqs_process *process, int cat_index, int len, int indices[]);

/* Sets *update_number to the result of MPI_T_category_changed. Returns MPIDBG_ERR_NOT_SUPPORTED if the number cannot be
 * found in the process. */
MPIDBG_EXPORT int mpidbg_category_changed(mqs_process *process, int *update_number);

#ifdef __cplusplus
}
#endif
#endif
