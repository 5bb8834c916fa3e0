/* Declares the queries for info objects, mpidbg_info_*.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_INFO_H
#define MPIDBG_ABI_HANDLES_INFO_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_info_capabilities_t {
  MPIDBG_INFO_CAP_BASIC = 0x01,        /* handles, pairs, reference count */
  MPIDBG_INFO_CAP_STRING_NAMES = 0x02, /* in_name */
  MPIDBG_INFO_CAP_FREED_HANDLE = 0x04,
  MPIDBG_INFO_CAP_FREED_OBJECT = 0x08, /* see Freed objects in mpihandles_interface.h */
  MPIDBG_INFO_CAP_USER_LIST_INFERRED = 0x10,
  MPIDBG_INFO_CAP_MAX
};

enum mpidbg_info_info_bitmap_t {
  MPIDBG_INFO_INFO_PREDEFINED = 0x01,
  /* The program has called MPI_Info_free, but the library or mpidbg's recorder keeps the object. Libraries do so when
   * they were told never to free handles. */
  MPIDBG_INFO_INFO_FREED_HANDLE = 0x02,
  MPIDBG_INFO_INFO_FREED_OBJECT = 0x04,
  MPIDBG_INFO_INFO_INFO_NULL = 0x08,
  MPIDBG_INFO_INFO_INFO_ENV = 0x10,
  /* The library made the info object for itself, so that no MPI handle of the program refers to it. */
  MPIDBG_INFO_INFO_INTERNAL = 0x40,
  /* in_users holds information. The users are inferred or recorded, as the comment on mpidbg_info_info_t describes. */
  MPIDBG_INFO_INFO_USERS_INFERRED = 0x20,
  MPIDBG_INFO_INFO_MAX
};

/* Libraries copy the pairs that MPI_Comm_set_info, MPI_File_open and the like get, so that nothing in memory refers to
 * the info object itself. Therefore in_users are the communicators, files and windows whose hints contain all pairs of
 * this info object, and do not contain all pairs of any other live info object. No users are found for an info object
 * that has no pairs, or that was changed or freed after its use. The recorder adds, whatever their hints are, the
 * communicators, files, windows and sessions that were made with the info object. */
struct mpidbg_info_info_t {
  char in_name[MPIDBG_MAX_OBJECT_NAME]; /* name of a predefined info object, else empty */
  enum mpidbg_info_info_bitmap_t in_bitflags;
  mqs_taddr_t in_c_handle;
  int in_fortran_handle; /* -1: none */
  int in_num_pairs;
  struct mpidbg_info_pair_t *in_pairs; /* in the order of MPI_Info_get_nthkey, values in full */
  int in_num_users;
  struct mpidbg_handle_reference_t *in_users;
  int in_reference_count;
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

/* Extension: returns the handles of all live info objects; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_info_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
