/* Files.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_FILE_H
#define MPIDBG_ABI_HANDLES_FILE_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_file_capabilities_t { MPIDBG_FILE_CAP_BASIC = 0x01, MPIDBG_FILE_CAP_MAX };

enum mpidbg_file_info_bitmap_t { MPIDBG_FILE_INFO_PREDEFINED = 0x01, MPIDBG_FILE_INFO_MAX };

struct mpidbg_file_info_t {
  enum mpidbg_file_info_bitmap_t file_bitflags;
};

MPIDBG_EXPORT extern enum mpidbg_file_capabilities_t mpidbg_file_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_file_name_map;

MPIDBG_EXPORT int mpidbg_file_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t c_file,
                                    struct mpidbg_file_info_t **info);
MPIDBG_EXPORT int mpidbg_file_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, mqs_taddr_t f77_file, mqs_taddr_t *c_file);
MPIDBG_EXPORT int mpidbg_file_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t cxx_file, mqs_taddr_t *c_file);

/* Extension: the live handles; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_file_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
