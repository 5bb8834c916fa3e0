/* Declares the queries for sessions, mpidbg_session_*.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_SESSION_H
#define MPIDBG_ABI_HANDLES_SESSION_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_session_capabilities_t { MPIDBG_SESSION_CAP_BASIC = 0x01, MPIDBG_SESSION_CAP_MAX };

enum mpidbg_session_info_bitmap_t {
  MPIDBG_SESSION_INFO_PREDEFINED = 0x01,
  MPIDBG_SESSION_INFO_SESSION_NULL = 0x02,
  MPIDBG_SESSION_INFO_MAX
};

struct mpidbg_session_info_t {
  enum mpidbg_session_info_bitmap_t session_bitflags;

  /* ---- appended ---- */
  char session_name[MPIDBG_MAX_OBJECT_NAME]; /* name of a predefined session, else empty */
  mqs_taddr_t session_c_handle;
  int session_fortran_handle;     /* -1: none */
  int session_thread_level;       /* 0 (MPI_THREAD_SINGLE) to 3 (MPI_THREAD_MULTIPLE); -1 if unknown */
  mqs_taddr_t session_errhandler; /* 0 if none was set */
  char *session_errhandler_name;  /* name of a predefined error handler, else null */
};

MPIDBG_EXPORT extern enum mpidbg_session_capabilities_t mpidbg_session_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_session_name_map;

MPIDBG_EXPORT int mpidbg_session_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, mqs_taddr_t c_session,
                                       struct mpidbg_session_info_t **info);
MPIDBG_EXPORT int mpidbg_session_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                     mqs_process_info *process_info, mqs_taddr_t f77_session, mqs_taddr_t *c_session);
MPIDBG_EXPORT int mpidbg_session_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, mqs_taddr_t cxx_session, mqs_taddr_t *c_session);

/* Extension: returns the handles of all live sessions; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_session_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                      mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
