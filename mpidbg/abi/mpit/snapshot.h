/* Declares the functions for the recorder's snapshots of the MPI tool information interface; see mpit_interface.h.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_MPIT_SNAPSHOT_H
#define MPIDBG_ABI_MPIT_SNAPSHOT_H

#include "mpidbg/abi/mpit/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The occasion on which the recorder took a snapshot. */
enum mpidbg_snapshot_reason_t {
  MPIDBG_SNAPSHOT_AT_INIT = 1,
  MPIDBG_SNAPSHOT_AT_FINALIZE = 2,
  MPIDBG_SNAPSHOT_AT_PCONTROL = 3, /* MPI_Pcontrol(2) */
  MPIDBG_SNAPSHOT_AT_INTERVAL = 4,
  MPIDBG_SNAPSHOT_AT_SIGNAL = 5, /* a fatal signal; `detail` is its number */
  MPIDBG_SNAPSHOT_AT_ABORT = 6   /* MPI_Abort; `detail` is its error code */
};

/* Describes one snapshot. Members are only appended. */
struct mpidbg_snapshot_info_t {
  uint32_t struct_size; /* set by the caller; at most this many bytes are written */
  int reason;           /* enum mpidbg_snapshot_reason_t */
  uint64_t number;      /* the recorder's number, from 1 */
  int64_t time;         /* CLOCK_MONOTONIC of the process's machine, nanoseconds */
  int64_t realtime;     /* the same as time of day: nanoseconds since 1970 */
  int64_t events;       /* number of MPI_T events before the snapshot */
  int32_t detail;
  int32_t update_number; /* update number of the categories; -1 if unknown */
};

/* Sets *num_snapshots to the number of complete snapshots of the process; it is 0 without a recorder. Older snapshots
 * may have been overwritten, and a snapshot may have been under way: see mpidbg_snapshot_problem. */
MPIDBG_EXPORT int mpidbg_snapshot_get_num(mqs_process *process, int *num_snapshots);
/* Describes a snapshot. `snapshot_index` counts from 0, with the oldest snapshot first. */
MPIDBG_EXPORT int mpidbg_snapshot_get_info(mqs_process *process, int snapshot_index,
                                           struct mpidbg_snapshot_info_t *info);

/* Says in a sentence what is wrong or missing with snapshots and events: they may be torn, overwritten or of another
 * process, or the recorder could not take any. The text is empty if nothing is wrong, and valid until the next call on
 * the process. */
MPIDBG_EXPORT const char *mpidbg_snapshot_problem(mqs_process *process);

/* Stands, in place of an index, for the present state of the process: the library's memory if that can be read, else
 * the newest complete snapshot. This state is selected at first. */
#define MPIDBG_SNAPSHOT_NOW (-1)

/* Selects a snapshot by its index, or MPIDBG_SNAPSHOT_NOW. Afterwards, every function of mpit_interface.h answers for
 * the time of that snapshot. Going forward plays the events that happened in between: callbacks run within this call.
 * Going back plays none. Returns MPIDBG_T_ERR_NOT_ACCESSIBLE from within a callback. */
MPIDBG_EXPORT int mpidbg_snapshot_select(mqs_process *process, int snapshot_index);
MPIDBG_EXPORT int mpidbg_snapshot_selected(mqs_process *process, int *snapshot_index);

#ifdef __cplusplus
}
#endif
#endif
