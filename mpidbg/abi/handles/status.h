/* Declares the queries for statuses, mpidbg_status_*.
 *
 * A status is a struct in the program's own memory. The library keeps no list of statuses, and nothing in
 * memory identifies a status, so a query trusts the address that it is given. When a receive completes, Open MPI sets
 * all members. For a send, only the cancelled flag has a meaning. MPI_ERROR has a meaning only in arrays of statuses.
 *
 * Source: "MPI_Status" in the handle debugging design; ompi_status_public_t of Open MPI's mpi.h.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_STATUS_H
#define MPIDBG_ABI_HANDLES_STATUS_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_status_capabilities_t {
  MPIDBG_STATUS_CAP_BASIC = 0x01,
  /* Appended: the functions mpidbg_status_count and mpidbg_status_elements give results. */
  MPIDBG_STATUS_CAP_ELEMENTS = 0x02,
  MPIDBG_STATUS_CAP_MAX
};

enum mpidbg_status_info_bitmap_t {
  MPIDBG_STATUS_INFO_PREDEFINED = 0x01, /* the library's own empty status */
  /* The following bits are appended. */
  MPIDBG_STATUS_INFO_CANCELLED = 0x02,
  MPIDBG_STATUS_INFO_ANY_SOURCE = 0x04, /* MPI_SOURCE is MPI_ANY_SOURCE, as in an empty status: there was no message */
  MPIDBG_STATUS_INFO_ANY_TAG = 0x08,
  MPIDBG_STATUS_INFO_PROC_NULL = 0x10, /* MPI_SOURCE is MPI_PROC_NULL */
  MPIDBG_STATUS_INFO_MAX
};

struct mpidbg_status_info_t {
  enum mpidbg_status_info_bitmap_t status_bitflags;
  /* ---- appended ---- */
  mqs_taddr_t status_address;
  int status_source; /* the value of MPI_SOURCE: a rank in the communicator of the operation */
  int status_tag;
  int status_error;
  int64_t status_bytes;
};

MPIDBG_EXPORT extern enum mpidbg_status_capabilities_t mpidbg_status_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_status_name_map;

/* Returns MPIDBG_ERR_NOT_FOUND for MPI_STATUS_IGNORE, which is null in C and C++ and a variable of the library in
 * Fortran. */
MPIDBG_EXPORT int mpidbg_status_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                      mqs_process_info *process_info, mqs_taddr_t c_status,
                                      struct mpidbg_status_info_t **info);
/* Returns the address of a status that a Fortran program keeps in an INTEGER array: the array has the same bytes as a
 * status in C, so the result is the address of the array. */
MPIDBG_EXPORT int mpidbg_status_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                    mqs_process_info *process_info, mqs_taddr_t f77_status, mqs_taddr_t *c_status);
/* Returns the address of the status in an MPI::Status object. */
MPIDBG_EXPORT int mpidbg_status_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                      mqs_process_info *process_info, mqs_taddr_t cxx_status, mqs_taddr_t *c_status);

/* Extensions: these functions give the results of MPI_Get_count and MPI_Get_elements for the status and a datatype. The
 * result is -1 (for MPI_UNDEFINED) if the message ends within an element. */
MPIDBG_EXPORT int mpidbg_status_count(mqs_process *process, mqs_taddr_t status, mqs_taddr_t datatype, int64_t *count);
MPIDBG_EXPORT int mpidbg_status_elements(mqs_process *process, mqs_taddr_t status, mqs_taddr_t datatype,
                                         int64_t *elements);

#ifdef __cplusplus
}
#endif
#endif
