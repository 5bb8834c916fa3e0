/* Matched messages (MPI_Mprobe).
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_MESSAGE_H
#define MPIDBG_ABI_HANDLES_MESSAGE_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_message_capabilities_t { MPIDBG_MESSAGE_CAP_BASIC = 0x01, MPIDBG_MESSAGE_CAP_MAX };

enum mpidbg_message_info_bitmap_t { MPIDBG_MESSAGE_INFO_PREDEFINED = 0x01, MPIDBG_MESSAGE_INFO_MAX };

struct mpidbg_message_info_t {
  enum mpidbg_message_info_bitmap_t message_bitflags;
};

MPIDBG_EXPORT extern enum mpidbg_message_capabilities_t mpidbg_message_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_message_name_map;

MPIDBG_EXPORT int mpidbg_message_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, mqs_taddr_t c_message,
                                       struct mpidbg_message_info_t **info);
MPIDBG_EXPORT int mpidbg_message_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                     mqs_process_info *process_info, mqs_taddr_t f77_message, mqs_taddr_t *c_message);
MPIDBG_EXPORT int mpidbg_message_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, mqs_taddr_t cxx_message, mqs_taddr_t *c_message);

/* Extension: the live handles; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_message_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                      mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
