/* Datatypes.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_DATATYPE_H
#define MPIDBG_ABI_HANDLES_DATATYPE_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_datatype_capabilities_t { MPIDBG_DATATYPE_CAP_BASIC = 0x01, MPIDBG_DATATYPE_CAP_MAX };

enum mpidbg_datatype_info_bitmap_t { MPIDBG_DATATYPE_INFO_PREDEFINED = 0x01, MPIDBG_DATATYPE_INFO_MAX };

struct mpidbg_datatype_info_t {
  enum mpidbg_datatype_info_bitmap_t datatype_bitflags;
};

MPIDBG_EXPORT extern enum mpidbg_datatype_capabilities_t mpidbg_datatype_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_datatype_name_map;

MPIDBG_EXPORT int mpidbg_datatype_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                        mqs_process_info *process_info, mqs_taddr_t c_datatype,
                                        struct mpidbg_datatype_info_t **info);
MPIDBG_EXPORT int mpidbg_datatype_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                      mqs_process_info *process_info, mqs_taddr_t f77_datatype,
                                      mqs_taddr_t *c_datatype);
MPIDBG_EXPORT int mpidbg_datatype_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                        mqs_process_info *process_info, mqs_taddr_t cxx_datatype,
                                        mqs_taddr_t *c_datatype);

/* Extension: the live handles; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_datatype_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
