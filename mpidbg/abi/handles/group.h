/* Declares the queries for groups of processes, mpidbg_group_*.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_GROUP_H
#define MPIDBG_ABI_HANDLES_GROUP_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_group_capabilities_t {
  MPIDBG_GROUP_CAP_BASIC = 0x01,
  MPIDBG_GROUP_CAP_STRING_NAMES = 0x02,
  /* MPIDBG_GROUP_INFO_FREED_HANDLE holds information. Not set for Open MPI, which does not store whether a group's
   * handle was freed; see MPIDBG_GROUP_INFO_NO_HANDLE_INFERRED. */
  MPIDBG_GROUP_CAP_FREED_HANDLE = 0x04,
  MPIDBG_GROUP_CAP_FREED_OBJECT = 0x08, /* see Freed objects in mpihandles_interface.h */
  MPIDBG_GROUP_CAP_COMM_LIST = 0x10,
  MPIDBG_GROUP_CAP_NO_HANDLE = 0x20,
  MPIDBG_GROUP_CAP_MAX
};

enum mpidbg_group_info_bitmap_t {
  MPIDBG_GROUP_INFO_PREDEFINED = 0x01,
  MPIDBG_GROUP_INFO_FREED_HANDLE = 0x02,
  MPIDBG_GROUP_INFO_FREED_OBJECT = 0x04,
  MPIDBG_GROUP_INFO_GROUP_NULL = 0x08,
  MPIDBG_GROUP_INFO_GROUP_EMPTY = 0x10,
  /* No handle of the program refers to the group: the handle was freed, or there never was one, as for the groups that
   * the library makes for communicators. This is inferred from reference counts. */
  MPIDBG_GROUP_INFO_NO_HANDLE_INFERRED = 0x20,
  MPIDBG_GROUP_INFO_MAX
};

/* The way in which the library stores the members of a group. */
enum mpidbg_group_storage_t { MPIDBG_GROUP_DENSE, MPIDBG_GROUP_SPORADIC, MPIDBG_GROUP_STRIDED, MPIDBG_GROUP_BITMAP };

struct mpidbg_group_info_t {
  char gr_name[MPIDBG_MAX_OBJECT_NAME]; /* name of a predefined group, else empty */
  enum mpidbg_group_info_bitmap_t gr_bitflags;
  mqs_taddr_t gr_c_handle;
  int gr_fortran_handle; /* -1: none */
  int gr_rank;           /* this process's rank in the group; -1: not a member */
  int gr_size;
  struct mpidbg_process_t *gr_procs;      /* gr_size entries, by rank */
  struct mpidbg_process_name_t *gr_names; /* gr_size entries, by rank */
  enum mpidbg_group_storage_t gr_storage;
  int gr_num_comms; /* number of live communicators whose local or remote group this is */
  mqs_taddr_t *gr_comms;
  int gr_reference_count;
};

MPIDBG_EXPORT extern enum mpidbg_group_capabilities_t mpidbg_group_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_group_name_map;

MPIDBG_EXPORT int mpidbg_group_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                     mqs_process_info *process_info, mqs_taddr_t c_group,
                                     struct mpidbg_group_info_t **info);
MPIDBG_EXPORT int mpidbg_group_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                   mqs_process_info *process_info, mqs_taddr_t f77_group, mqs_taddr_t *c_group);

MPIDBG_EXPORT int mpidbg_group_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                     mqs_process_info *process_info, mqs_taddr_t cxx_group, mqs_taddr_t *c_group);

/* Extension: returns the handles of all live groups; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_group_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
