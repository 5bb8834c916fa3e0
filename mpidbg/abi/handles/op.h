/* Declares the queries for reduction operations, mpidbg_op_*.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_OP_H
#define MPIDBG_ABI_HANDLES_OP_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_op_capabilities_t {
  MPIDBG_OP_CAP_BASIC = 0x01,
  MPIDBG_OP_CAP_STRING_NAMES = 0x02,
  MPIDBG_OP_CAP_FREED_HANDLE = 0x04,
  MPIDBG_OP_CAP_FREED_OBJECT = 0x08, /* see Freed objects in mpihandles_interface.h */
  /* op_pending contains the nonblocking collectives in progress that use a reduction operation of the program.
   * Libraries do not record which blocking collectives and one-sided operations use it, nor any use of a predefined
   * reduction operation. The recorder adds the requests of one-sided operations, and all nonblocking operations with a
   * predefined reduction operation. */
  MPIDBG_OP_CAP_PENDING_LIST = 0x10,
  MPIDBG_OP_CAP_MAX
};

enum mpidbg_op_info_bitmap_t {
  MPIDBG_OP_INFO_PREDEFINED = 0x01,
  MPIDBG_OP_INFO_COMMUTATIVE = 0x02,
  MPIDBG_OP_INFO_C_CALLBACK =
      0x04, /* the function is called as in C or C++ (see op_language), else as in Fortran or Java */
  MPIDBG_OP_INFO_FREED_HANDLE = 0x08,
  MPIDBG_OP_INFO_FREED_OBJECT = 0x10,
  MPIDBG_OP_INFO_FREED_HANDLE_INFERRED = 0x20, /* FREED_HANDLE was inferred from reference counts */
  MPIDBG_OP_INFO_OP_NULL = 0x40,
  /* The library made the operation for itself, so that no MPI handle of the program refers to it. */
  MPIDBG_OP_INFO_INTERNAL = 0x80,
  MPIDBG_OP_INFO_MAX
};

struct mpidbg_op_info_t {
  char op_name[MPIDBG_MAX_OBJECT_NAME]; /* name of a predefined operation, else empty */
  enum mpidbg_op_info_bitmap_t op_bitflags;
  mqs_taddr_t op_c_handle;
  int op_fortran_handle; /* -1: none */
  enum mpidbg_language_t op_language;
  mqs_taddr_t op_callback_func; /* the program's function, as an address in the target; 0 if predefined */
  int op_num_pending;           /* number of operations in progress that use the reduction operation */
  struct mpidbg_handle_reference_t *op_pending;
  int op_reference_count;
};

MPIDBG_EXPORT extern enum mpidbg_op_capabilities_t mpidbg_op_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_op_name_map;

MPIDBG_EXPORT int mpidbg_op_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, mqs_taddr_t c_op, struct mpidbg_op_info_t **info);
MPIDBG_EXPORT int mpidbg_op_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                mqs_process_info *process_info, mqs_taddr_t f77_op, mqs_taddr_t *c_op);
MPIDBG_EXPORT int mpidbg_op_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                  mqs_process_info *process_info, mqs_taddr_t cxx_op, mqs_taddr_t *c_op);

/* Extension: returns the handles of all live reduction operations; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_op_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                 mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
