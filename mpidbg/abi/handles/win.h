/* Windows.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_WIN_H
#define MPIDBG_ABI_HANDLES_WIN_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_win_capabilities_t { MPIDBG_WIN_CAP_BASIC = 0x01, MPIDBG_WIN_CAP_MAX };

enum mpidbg_win_info_bitmap_t { MPIDBG_WIN_INFO_PREDEFINED = 0x01, MPIDBG_WIN_INFO_MAX };

struct mpidbg_win_info_t {
  enum mpidbg_win_info_bitmap_t win_bitflags;
};

MPIDBG_EXPORT extern enum mpidbg_win_capabilities_t mpidbg_win_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_win_name_map;

MPIDBG_EXPORT int mpidbg_win_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, mqs_taddr_t c_win, struct mpidbg_win_info_t **info);
MPIDBG_EXPORT int mpidbg_win_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                 mqs_process_info *process_info, mqs_taddr_t f77_win, mqs_taddr_t *c_win);
MPIDBG_EXPORT int mpidbg_win_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, mqs_taddr_t cxx_win, mqs_taddr_t *c_win);

/* Extension: the live handles; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_win_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
