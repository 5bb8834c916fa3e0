/* Requests.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_REQUEST_H
#define MPIDBG_ABI_HANDLES_REQUEST_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_request_capabilities_t { MPIDBG_REQUEST_CAP_BASIC = 0x01, MPIDBG_REQUEST_CAP_MAX };

enum mpidbg_request_info_bitmap_t { MPIDBG_REQUEST_INFO_PREDEFINED = 0x01, MPIDBG_REQUEST_INFO_MAX };

struct mpidbg_request_info_t {
  enum mpidbg_request_info_bitmap_t request_bitflags;
};

MPIDBG_EXPORT extern enum mpidbg_request_capabilities_t mpidbg_request_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_request_name_map;

MPIDBG_EXPORT int mpidbg_request_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, mqs_taddr_t c_request,
                                       struct mpidbg_request_info_t **info);
MPIDBG_EXPORT int mpidbg_request_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                     mqs_process_info *process_info, mqs_taddr_t f77_request, mqs_taddr_t *c_request);
MPIDBG_EXPORT int mpidbg_request_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, mqs_taddr_t cxx_request, int request_type,
                                       mqs_taddr_t *c_request);

/* Extension: the live handles; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_request_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                      mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
