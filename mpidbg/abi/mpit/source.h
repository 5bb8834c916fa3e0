/* Declares the functions for sources of events of the MPI tool information interface; see mpit_interface.h.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_MPIT_SOURCE_H
#define MPIDBG_ABI_MPIT_SOURCE_H

#include "mpidbg/abi/mpit/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The order in which a source reports events: by their times, or not (MPI_T_SOURCE_*). */
enum mpidbg_t_ordering_t { MPIDBG_T_SOURCE_ORDERED, MPIDBG_T_SOURCE_UNORDERED };

MPIDBG_EXPORT int mpidbg_source_get_num(mqs_process *process, int *num_sources);

/* Describes a source of events. `info` gets new hints without pairs, because the recorder does not keep the library's
 * hints. */
MPIDBG_EXPORT int mpidbg_source_get_info(mqs_process *process, int source_index, char *name, int *name_len, char *desc,
                                         int *desc_len, enum mpidbg_t_ordering_t *ordering, int64_t *ticks_per_second,
                                         int64_t *max_ticks, struct mpidbg_t_hints_t *info);

/* Sets *timestamp to the time of the source at which the selected snapshot was taken. Returns MPIDBG_ERR_NOT_SUPPORTED
 * if the time was not recorded, because the clock of an inspected process cannot be read from outside. */
MPIDBG_EXPORT int mpidbg_source_get_timestamp(mqs_process *process, int source_index, int64_t *timestamp);

#ifdef __cplusplus
}
#endif
#endif
