/* Error handlers.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_ERRHANDLER_H
#define MPIDBG_ABI_HANDLES_ERRHANDLER_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_errhandler_capabilities_t { MPIDBG_ERRHANDLER_CAP_BASIC = 0x01, MPIDBG_ERRHANDLER_CAP_MAX };

enum mpidbg_errhandler_info_bitmap_t { MPIDBG_ERRHANDLER_INFO_PREDEFINED = 0x01, MPIDBG_ERRHANDLER_INFO_MAX };

struct mpidbg_errhandler_info_t {
  enum mpidbg_errhandler_info_bitmap_t errhandler_bitflags;
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

/* Extension: the live handles; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_errhandler_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                         mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
