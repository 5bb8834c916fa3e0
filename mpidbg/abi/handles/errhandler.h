/* Declares the queries for error handlers, mpidbg_errhandler_*.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_ERRHANDLER_H
#define MPIDBG_ABI_HANDLES_ERRHANDLER_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_errhandler_capabilities_t {
  MPIDBG_ERRH_CAP_BASIC = 0x01,
  MPIDBG_ERRH_CAP_STRING_NAMES = 0x02,
  MPIDBG_ERRH_CAP_FREED_HANDLE = 0x04,
  MPIDBG_ERRH_CAP_FREED_OBJECT = 0x08, /* see Freed objects in mpihandles_interface.h */
  MPIDBG_ERRH_CAP_HANDLE_LIST = 0x10,  /* all objects that the error handler is attached to are known */
  MPIDBG_ERRH_CAP_MAX
};

enum mpidbg_errhandler_info_bitmap_t {
  MPIDBG_ERRH_INFO_PREDEFINED = 0x01,
  /* The kind of object that an error handler of the program fits. Predefined error handlers fit all kinds and have none
   * of these bits. */
  MPIDBG_ERRH_INFO_COMMUNICATOR = 0x02,
  MPIDBG_ERRH_INFO_FILE = 0x04,
  MPIDBG_ERRH_INFO_WINDOW = 0x08,
  MPIDBG_ERRH_INFO_C_CALLBACK = 0x10, /* the function is called as in C or C++ (see eh_language), else as in Fortran */
  MPIDBG_ERRH_INFO_FREED_HANDLE = 0x20,
  MPIDBG_ERRH_INFO_FREED_OBJECT = 0x40,
  /* Appended: FREED_HANDLE was inferred from reference counts. */
  MPIDBG_ERRH_INFO_FREED_HANDLE_INFERRED = 0x80,
  /* Appended: the handle is MPI_ERRHANDLER_NULL. */
  MPIDBG_ERRH_INFO_ERRHANDLER_NULL = 0x100,
  /* Appended: the error handler fits sessions. */
  MPIDBG_ERRH_INFO_SESSION = 0x200,
  MPIDBG_ERRH_INFO_MAX
};

struct mpidbg_errhandler_info_t {
  char eh_name[MPIDBG_MAX_OBJECT_NAME]; /* name of a predefined error handler, else empty */
  enum mpidbg_errhandler_info_bitmap_t eh_bitflags;
  mqs_taddr_t eh_c_handle;
  int eh_fortran_handle; /* -1: none */

  /* The objects that the error handler is attached to. The array has eh_num_handles entries; eh_refcount is the same
   * number, limited to what the type can represent. */
  int16_t eh_refcount;
  mqs_taddr_t *eh_handles;

  /* The program's function, as an address in the target; 0 for a predefined error handler. */
  mqs_taddr_t eh_callback_func;

  /* ---- appended ---- */
  int eh_num_handles;
  struct mpidbg_handle_reference_t *eh_users; /* eh_num_handles entries: eh_handles with their kinds */
  enum mpidbg_language_t eh_language;
  /* 1 for each object that the error handler is attached to, plus 1 for each handle that the program has not freed. */
  int eh_reference_count;
};

MPIDBG_EXPORT extern enum mpidbg_errhandler_capabilities_t mpidbg_errhandler_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_errhandler_name_map;

MPIDBG_EXPORT int mpidbg_errhandler_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                          mqs_process_info *process_info, mqs_taddr_t c_errhandler,
                                          struct mpidbg_errhandler_info_t **info);
MPIDBG_EXPORT int mpidbg_errhandler_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                        mqs_process_info *process_info, mqs_taddr_t f77_errhandler,
                                        mqs_taddr_t *c_errhandler);
MPIDBG_EXPORT int mpidbg_errhandler_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                          mqs_process_info *process_info, mqs_taddr_t cxx_errhandler,
                                          mqs_taddr_t *c_errhandler);

/* Extension: returns the handles of all live error handlers; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_errhandler_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                         mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
