/* Reduction operations.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_OP_H
#define MPIDBG_ABI_HANDLES_OP_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_op_capabilities_t { MPIDBG_OP_CAP_BASIC = 0x01, MPIDBG_OP_CAP_MAX };

enum mpidbg_op_info_bitmap_t { MPIDBG_OP_INFO_PREDEFINED = 0x01, MPIDBG_OP_INFO_MAX };

struct mpidbg_op_info_t {
  enum mpidbg_op_info_bitmap_t op_bitflags;
};

MPIDBG_EXPORT extern enum mpidbg_op_capabilities_t mpidbg_op_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_op_name_map;

MPIDBG_EXPORT int mpidbg_op_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, mqs_taddr_t c_op, struct mpidbg_op_info_t **info);
MPIDBG_EXPORT int mpidbg_op_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                mqs_process_info *process_info, mqs_taddr_t f77_op, mqs_taddr_t *c_op);
MPIDBG_EXPORT int mpidbg_op_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, mqs_taddr_t cxx_op, mqs_taddr_t *c_op);

/* Extension: the live handles; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_op_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                 mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
