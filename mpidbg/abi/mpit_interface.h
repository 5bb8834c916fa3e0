/* Declares the MPI tool information interface (MPI_T) of a process (mpidbg_cvar_*, mpidbg_pvar_*, mpidbg_category_*,
 * mpidbg_event_*, mpidbg_source_*, mpidbg_enum_*), and snapshots of it that the recorder took (mpidbg_snapshot_*).
 *
 * Each function is the MPI_T function of the same name with the process as an additional first argument. It answers as
 * the MPI_T function would answer in the process now, or when the selected snapshot was taken. Nothing in the process
 * is changed or called. Images and processes are set up as in mpihandles_interface.h.
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Texts. As in MPI, *length is the size of the buffer before the call. At most that many characters are written, and
 * the last of them is a NUL. *length becomes the length of the complete text with its NUL. If the buffer is null or its
 * size is 0, only *length is set. If `length` is null, the buffer is left alone. A missing description is an empty
 * text.
 *
 * Pointers to results may be null; all other results are returned. If a function fails, it writes no results.
 *
 * Indices are the same as in MPI_T functions of the process. They stay the same while the process lives, and their
 * number may grow. If a component of the library was unloaded, the indices of its variables and categories remain, but
 * these are inactive.
 *
 * Contexts. Callbacks may call any function except mpidbg_snapshot_select. No function may be called from a signal
 * handler, or for one process from several threads at once.
 *
 * Functions return codes of mpidbg_return_codes_t (for instance MPIDBG_ERR_UNAVAILABLE before MPI_Init and after
 * MPI_Finalize) or of mpidbg_t_return_codes_t. mpidbg_error_string knows both, and mpidbg_error_detail says more.
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
