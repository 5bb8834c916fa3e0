/* Info objects.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_INFO_H
#define MPIDBG_ABI_HANDLES_INFO_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_info_capabilities_t { MPIDBG_INFO_CAP_BASIC = 0x01, MPIDBG_INFO_CAP_MAX };

enum mpidbg_info_info_bitmap_t { MPIDBG_INFO_INFO_PREDEFINED = 0x01, MPIDBG_INFO_INFO_MAX };

struct mpidbg_info_info_t {
  enum mpidbg_info_info_bitmap_t info_bitflags;
};

MPIDBG_EXPORT extern enum mpidbg_info_capabilities_t mpidbg_info_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_info_name_map;

MPIDBG_EXPORT int mpidbg_info_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t c_info,
                                    struct mpidbg_info_info_t **info);
MPIDBG_EXPORT int mpidbg_info_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, mqs_taddr_t f77_info, mqs_taddr_t *c_info);
MPIDBG_EXPORT int mpidbg_info_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t cxx_info, mqs_taddr_t *c_info);

/* Extension: the live handles; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_info_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
