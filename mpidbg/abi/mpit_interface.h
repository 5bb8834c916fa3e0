/* The MPI tool information interface (MPI_T) of a process, mpidbg_cvar_*, mpidbg_pvar_*, mpidbg_category_*,
 * mpidbg_event_*, mpidbg_source_*, mpidbg_enum_*; and mpidbg_snapshot_*, the states of it that the recorder kept.
 *
 * Each function is the MPI_T function of the same name with the process in front, and answers as that one would answer
 * in the process now, or when the selected snapshot was taken. Nothing in the process is changed or called. Set up as
 * for mpihandles_interface.h. SPDX-License-Identifier: BSD-3-Clause
 *
 * Texts. As in MPI: `length` is the size of the buffer. At most that many characters are written, the last of
 * them a NUL, and *length becomes the length of the complete text with its NUL. With a null buffer or a size of 0 no
 * text is written and *length is set all the same; with a null `length` the buffer is left alone. No description is an
 * empty text.
 *
 * Null pointers for results are ignored, and all other results are returned. On any result but success
 * nothing is written.
 *
 * Indices are those that MPI_T functions in the process have. They stay the same while the process lives, and
 * their number may grow. Where a component of the library was unloaded there are indices of inactive variables and
 * categories.
 *
 * Contexts. Any function may be called from any callback but mpidbg_snapshot_select. No function may be called from a
 * signal handler, nor from several threads at once for one process.
 *
 * Results are mpidbg_return_codes_t, MPIDBG_ERR_UNAVAILABLE outside of MPI_Init..MPI_Finalize for instance, and
 * mpidbg_t_return_codes_t; mpidbg_error_string knows both, and mpidbg_error_detail says more.
 *
 * Usable from C and C++.
 */
#ifndef MPIDBG_ABI_MPIT_INTERFACE_H
#define MPIDBG_ABI_MPIT_INTERFACE_H

#include "mpidbg/abi/mpit/category.h"
#include "mpidbg/abi/mpit/common.h"
#include "mpidbg/abi/mpit/cvar.h"
#include "mpidbg/abi/mpit/event.h"
#include "mpidbg/abi/mpit/pvar.h"
#include "mpidbg/abi/mpit/snapshot.h"
#include "mpidbg/abi/mpit/source.h"

#endif
