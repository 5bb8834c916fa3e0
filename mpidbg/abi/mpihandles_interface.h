/* The MPI handle debugging interface, mpidbg_*.
 *
 * A debugger asks for the object behind an MPI handle of the target, for instance a communicator. The interface was
 * proposed with Open MPI's debugging design of 2007 and stated in that library's mpihandles_interface.h; this header
 * keeps that binary interface (names, order of members, values; MPIDBG_INTERFACE_VERSION 1) in our own words and
 * extends it: new members are at the end of a struct, which is safe because the plugin allocates.
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory. Every struct, array and string of a result is a separate allocation of the debugger's mqs_malloc, unless its
 * pointer is null. The debugger frees each of them with its own free, or all at once with mpidbg_free(). On any result
 * but MPIDBG_SUCCESS nothing stays allocated and *info is unchanged.
 *
 * Order of calls. First mpidbg_init_once; then, for an image, mpidbg_init_per_image; then, for each process of the
 * image, mpidbg_init_per_process; then queries; finally the finalize functions in reverse order. mqs_* and mpidbg_*
 * calls on the same image and process may be mixed, because they share one state. If an init function returns
 * MPIDBG_ERR_NOT_SUPPORTED, no other function may be called for that image or process, not even the finalize function,
 * because there is nothing to finalize.
 *
 * Time. Handles have a meaning from the end of MPI_Init to the start of MPI_Finalize. Before and after, queries return
 * MPIDBG_ERR_UNAVAILABLE. A process may be initialised before MPI_Init, even before main: that succeeds if the image is
 * known, and queries work as soon as MPI_Init has ended, without a second initialisation.
 *
 * Threads. The plugin has no locks: only one call may be made at a time, of either family and for all images and
 * processes together. The calls may come from different threads. Callbacks run on the thread that called the plugin,
 * and only during that call. They call no function of the plugin, except for callbacks of events (mpit_interface.h).
 * The plugin throws no exceptions, and callbacks must not throw exceptions through the plugin.
 *
 * Null. If the pointer to the result is null, a query returns MPIDBG_ERR_OUT_OF_RANGE. If the process is null or was
 * not initialised, it returns MPIDBG_ERR_UNAVAILABLE. In every query, image, image_info and process_info may be null;
 * if process_info is given, it must be that of the process. Other meanings of null are described at the functions.
 *
 * Unknown. A count, an index or a handle can be any number. Only the capability bits and the *_KNOWN bit flags show
 * whether it holds information. Ranks and indices that are unknown are -1.
 *
 * Usable from C and C++.
 */
#ifndef MPIDBG_ABI_MPIHANDLES_INTERFACE_H
#define MPIDBG_ABI_MPIHANDLES_INTERFACE_H

#include <stdint.h>

#include "mpidbg/abi/handles/comm.h"
#include "mpidbg/abi/handles/common.h"
#include "mpidbg/abi/handles/datatype.h"
#include "mpidbg/abi/handles/errhandler.h"
#include "mpidbg/abi/handles/file.h"
#include "mpidbg/abi/handles/group.h"
#include "mpidbg/abi/handles/info.h"
#include "mpidbg/abi/handles/keyval.h"
#include "mpidbg/abi/handles/message.h"
#include "mpidbg/abi/handles/op.h"
#include "mpidbg/abi/handles/request.h"
#include "mpidbg/abi/handles/session.h"
#include "mpidbg/abi/handles/status.h"
#include "mpidbg/abi/handles/win.h"
#include "mpidbg/abi/msgq_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Every kind of handle X, in abi/handles/X.h ---- */

/* mpidbg_X_query: the object behind a C handle, as a newly allocated struct mpidbg_X_info_t.
 *   MPIDBG_ERR_NOT_FOUND: the handle does not name a live object of the kind (garbage, freed, other kind or process).
 * mpidbg_X_f2c: the C handle of a Fortran INTEGER handle.
 *   MPIDBG_ERR_OUT_OF_RANGE: an index beyond the table; MPIDBG_ERR_NOT_FOUND: a free slot of it.
 * mpidbg_X_cxx2c: the C handle in an object of the C++ bindings (MPI-2.2, removed in MPI-3) at the address.
 *   MPIDBG_ERR_NOT_SUPPORTED: the bindings have no such class.
 * mpidbg_X_list (extension): all live handles, predefined and library-internal ones included, in the order of the
 *   library's table. Handles that are in no table follow, ordered by address. *handles is one mqs_malloc allocation,
 *   null if *count is 0.
 * mpidbg_X_capabilities, mpidbg_X_name_map: valid after a successful mpidbg_init_per_process or, for a process that was
 *   initialised before MPI_Init, after its first successful query. The interface defines them as global variables of
 *   the plugin, so they describe only the process that was initialised last; mpidbg_capabilities() and
 *   mpidbg_name_map() answer for a given process. A map may be null; it ends with a null name.
 *
 * MPIDBG_X_CAP_BASIC covers all members that have neither another capability bit nor a *_KNOWN bit flag: the members
 * of the historical struct, and the appended members up to the plugin's mpidbg_ext_version().
 *
 * If a capability bit is not set, the members that it covers hold no information, whatever their value. Bits that end
 * in _INFERRED mark facts that were concluded and not read. */

/* Freed objects. MPI_X_free gives back a handle; the library destroys the object with the last reference to it.
 * Afterwards, queries answer MPIDBG_ERR_NOT_FOUND. MPIDBG_X_INFO_FREED_HANDLE means that the program has freed the
 * handle while the object still exists. MPIDBG_X_INFO_FREED_OBJECT means that, in addition, the library would have
 * destroyed the object, but the object was kept. There are two possible reasons: the library was asked to keep freed
 * handles (Open MPI's mpi_no_free_handles, for infos and files), or mpidbg's recorder withheld the call from the
 * library (MPIDBG_KEEP_FREED, for communicators, datatypes, error handlers, groups, infos and operations). A kept
 * object that something else refers to does not have the bit. Requests, windows, messages and keyvals are never kept,
 * so they never have the bit. */

/* ---- Variables in the plugin ---- */

/* The plugin's own byte order (1 means big endian) and word size in bits. Both variables are valid once the plugin is
 * loaded. */
MPIDBG_EXPORT extern char mpidbg_dll_is_big_endian;
MPIDBG_EXPORT extern char mpidbg_dll_bitness;

/* In the MPI process, not in the plugin, char **mpidbg_dll_locations lists candidates for the plugin's path and ends
 * with a null. It is valid at MPIR_Breakpoint. Known libraries leave it null. */

/* ---- Functions ---- */

MPIDBG_EXPORT int mpidbg_init_once(const mqs_basic_callbacks *callbacks);
/* Returns MPIDBG_INTERFACE_VERSION. */
MPIDBG_EXPORT int mpidbg_interface_version_compatibility(void);
MPIDBG_EXPORT char *mpidbg_version_string(void);
/* Returns sizeof(mqs_taddr_t) in the plugin. */
MPIDBG_EXPORT int mpidbg_dll_taddr_width(void);

/* Sets an image up. Fills in *handle_types, unless it is null, with the debugger's types for the handles. They are
 * looked up by the names in mpi.h: MPI_Comm and so on. If the debugger does not know such a name, the type is that of
 * the object that the C handle points to (ompi_communicator_t), if the debugger knows that type; see
 * mpidbg_handle_type_name. */
MPIDBG_EXPORT int mpidbg_init_per_image(mqs_image *image, const mqs_image_callbacks *callbacks,
                                        struct mpidbg_handle_info_t *handle_types);
MPIDBG_EXPORT void mpidbg_finalize_per_image(mqs_image *image, mqs_image_info *image_info);
MPIDBG_EXPORT int mpidbg_init_per_process(mqs_process *process, const mqs_process_callbacks *callbacks,
                                          struct mpidbg_handle_info_t *handle_types);
MPIDBG_EXPORT void mpidbg_finalize_per_process(mqs_process *process, mqs_process_info *process_info);

/* ---- Extensions of this plugin: look them up with dlsym. ---- */

/* Returns the version of the extensions that the plugin was built with, MPIDBG_EXT_VERSION. abi/handles/common.h lists
 * the members that each version added to the results. */
MPIDBG_EXPORT int mpidbg_ext_version(void);

/* Tells the plugin whether the process is held. With a nonzero argument, the debugger promises that the process will
 * not run until a call with zero; queries may then use data that earlier queries have read. Without this promise, every
 * mpidbg_* query reads afresh. The functions of the mqs_* family read afresh at mqs_update_communicator_list. */
MPIDBG_EXPORT int mpidbg_set_held(mqs_process *process, int held);

/* Returns the name that MPI gives a kind of handle: "MPI_Comm". Returns null for an unknown kind. */
MPIDBG_EXPORT const char *mpidbg_kind_name(enum mpidbg_handle_kind_t kind);

/* Returns the C type of a kind of handle in the process's MPI library. It is spelled as in a declaration that does
 * without mpi.h: "struct ompi_communicator_t *". A status is the object itself: "struct ompi_status_public_t". The text
 * is static. Returns null for an unknown kind and if the library is not known. */
MPIDBG_EXPORT const char *mpidbg_handle_type_name(mqs_process *process, enum mpidbg_handle_kind_t kind);

/* These types of MPI are integers: a debugger can show them once it knows their width. In the C++ bindings MPI::Aint
 * and MPI::Offset are the same types. */
enum mpidbg_integer_t {
  MPIDBG_INTEGER_AINT,   /* MPI_Aint */
  MPIDBG_INTEGER_OFFSET, /* MPI_Offset */
  MPIDBG_INTEGER_COUNT,  /* MPI_Count */
  MPIDBG_INTEGER_FINT,   /* MPI_Fint: a Fortran INTEGER */
  MPIDBG_INTEGER_MAX
};

/* Sets *width to the size of the integer in the process, in bytes, and *value to the integer at `address`. The value is
 * signed and converted from the process's byte order. If `address` is 0, only the width is given and *value stays
 * unchanged. Both pointers may be null. Returns MPIDBG_ERR_UNAVAILABLE if the address cannot be read. */
MPIDBG_EXPORT int mpidbg_integer_query(mqs_process *process, enum mpidbg_integer_t which, mqs_taddr_t address,
                                       int *width, int64_t *value);

/* Returns the mpidbg_X_capabilities_t bits for one process, or 0 if it cannot be inspected. */
MPIDBG_EXPORT int mpidbg_capabilities(mqs_process *process, enum mpidbg_handle_kind_t kind);

/* These functions do the same as mpidbg_X_query, _f2c, _cxx2c and _list, for the kind X that `kind` names. *info is a
 * struct mpidbg_X_info_t. */
MPIDBG_EXPORT int mpidbg_query(mqs_process *process, enum mpidbg_handle_kind_t kind, mqs_taddr_t handle, void **info);
MPIDBG_EXPORT int mpidbg_f2c(mqs_process *process, enum mpidbg_handle_kind_t kind, mqs_taddr_t fortran_handle,
                             mqs_taddr_t *handle);
MPIDBG_EXPORT int mpidbg_cxx2c(mqs_process *process, enum mpidbg_handle_kind_t kind, mqs_taddr_t object,
                               mqs_taddr_t *handle);
MPIDBG_EXPORT int mpidbg_list(mqs_process *process, enum mpidbg_handle_kind_t kind, int *count, mqs_taddr_t **handles);

/* Says in a sentence why the objects of a kind cannot all be listed or inspected. The text is empty if they can, and
 * valid until the next call on the process. */
MPIDBG_EXPORT const char *mpidbg_kind_problem(mqs_process *process, enum mpidbg_handle_kind_t kind);

/* A range of memory that can contain objects. Some objects are in no table of the library (datatypes without a Fortran
 * handle, generalized requests, keyvals). The plugin finds them by searching the process's writable private memory for
 * pointers to their class. Without this call it searches around the objects that it knows. */
struct mpidbg_memory_range_t {
  mqs_taddr_t begin;
  mqs_taddr_t end;
};
MPIDBG_EXPORT int mpidbg_set_memory_ranges(mqs_process *process, int count, const struct mpidbg_memory_range_t *ranges);

/* During long work, the function is called repeatedly, with the bytes searched so far and the bytes to search in all. A
 * nonzero result cancels the call in progress, which then fails with MPIDBG_ERR_UNAVAILABLE. With null nothing is
 * called. The setting is valid for all processes. */
typedef int (*mpidbg_progress_function_t)(void *context, uint64_t done, uint64_t total);
MPIDBG_EXPORT void mpidbg_set_progress(mpidbg_progress_function_t function, void *context);

/* Returns the predefined handles of one process, or null if it has none. The map is static until
 * mpidbg_finalize_per_process. */
MPIDBG_EXPORT const struct mpidbg_name_map_t *mpidbg_name_map(mqs_process *process, enum mpidbg_handle_kind_t kind);

/* Frees a query's result with everything in it. Null is allowed. */
MPIDBG_EXPORT void mpidbg_free(void *info, enum mpidbg_handle_kind_t kind);

/* Returns a static sentence for a value of mpidbg_return_codes_t. Unknown values also give a sentence. */
MPIDBG_EXPORT const char *mpidbg_error_string(int code);

/* Says why the last unsuccessful call on this process (null: on any image) failed: what was being read, at which
 * address, and what was wrong with it. The text is valid until the next call, and empty if nothing failed. */
MPIDBG_EXPORT const char *mpidbg_error_detail(mqs_process *process);

#ifdef __cplusplus
}
#endif
#endif
