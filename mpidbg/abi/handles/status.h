/* Statuses.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_STATUS_H
#define MPIDBG_ABI_HANDLES_STATUS_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_status_capabilities_t { MPIDBG_STATUS_CAP_BASIC = 0x01, MPIDBG_STATUS_CAP_MAX };

enum mpidbg_status_info_bitmap_t { MPIDBG_STATUS_INFO_PREDEFINED = 0x01, MPIDBG_STATUS_INFO_MAX };

struct mpidbg_status_info_t {
  enum mpidbg_status_info_bitmap_t status_bitflags;
};

MPIDBG_EXPORT extern enum mpidbg_status_capabilities_t mpidbg_status_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_status_name_map;

MPIDBG_EXPORT int mpidbg_status_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                      mqs_process_info *process_info, mqs_taddr_t c_status,
                                      struct mpidbg_status_info_t **info);
MPIDBG_EXPORT int mpidbg_status_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t f77_status, mqs_taddr_t *c_status);
MPIDBG_EXPORT int mpidbg_status_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                      mqs_process_info *process_info, mqs_taddr_t cxx_status, mqs_taddr_t *c_status);

#ifdef __cplusplus
}
#endif
#endif
