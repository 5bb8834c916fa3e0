/* Declares the queries for matched messages, mpidbg_message_*. MPI_Mprobe and MPI_Improbe take a message out of the
 * queue of unexpected messages, and MPI_Mrecv or MPI_Imrecv receives it. In between, the message is in no queue.
 *
 * Source: MPI-3.0 section 3.8.2; ompi/message of Open MPI.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_MESSAGE_H
#define MPIDBG_ABI_HANDLES_MESSAGE_H

#include "mpidbg/abi/handles/common.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_message_capabilities_t {
  MPIDBG_MESSAGE_CAP_BASIC = 0x01,
  MPIDBG_MESSAGE_CAP_STRING_NAMES = 0x02,
  /* Tag, protocol and payload are known; the point-to-point layer stores them. */
  MPIDBG_MESSAGE_CAP_CONTENTS = 0x04,
  MPIDBG_MESSAGE_CAP_MAX
};

enum mpidbg_message_info_bitmap_t {
  MPIDBG_MESSAGE_INFO_PREDEFINED = 0x01,
  MPIDBG_MESSAGE_INFO_MESSAGE_NULL = 0x02,
  MPIDBG_MESSAGE_INFO_NO_PROC = 0x04, /* MPI_MESSAGE_NO_PROC, the message of a probe with MPI_PROC_NULL */
  MPIDBG_MESSAGE_INFO_TAG_KNOWN = 0x08,
  MPIDBG_MESSAGE_INFO_SYNCHRONOUS = 0x10, /* the message is eager, and its sender waits for the receive */
  MPIDBG_MESSAGE_INFO_MAX
};

enum mpidbg_message_protocol_t {
  MPIDBG_MESSAGE_PROTOCOL_UNKNOWN,
  MPIDBG_MESSAGE_EAGER,     /* the data has arrived */
  MPIDBG_MESSAGE_RENDEZVOUS /* the sender keeps the data until the receive */
};

struct mpidbg_message_info_t {
  char message_name[MPIDBG_MAX_OBJECT_NAME]; /* name of a predefined message, else empty */
  enum mpidbg_message_info_bitmap_t message_bitflags;
  mqs_taddr_t message_c_handle;
  int message_fortran_handle; /* -1: none */
  mqs_taddr_t message_comm;   /* 0 for a predefined message */
  int message_source;         /* rank in the communicator or in the remote group of an intercommunicator; -1 if none */
  int message_source_world_rank;
  struct mpidbg_process_name_t message_source_name;
  int message_tag;
  int64_t message_bytes;
  enum mpidbg_message_protocol_t message_protocol;
  mqs_taddr_t message_payload; /* address of an eager message's data in the library's memory, else 0 */
  mqs_taddr_t message_request; /* request that the probe made and the receive will use; 0 if there is none */
};

MPIDBG_EXPORT extern enum mpidbg_message_capabilities_t mpidbg_message_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_message_name_map;

MPIDBG_EXPORT int mpidbg_message_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, mqs_taddr_t c_message,
                                       struct mpidbg_message_info_t **info);
MPIDBG_EXPORT int mpidbg_message_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                     mqs_process_info *process_info, mqs_taddr_t f77_message, mqs_taddr_t *c_message);
/* Returns MPIDBG_ERR_NOT_SUPPORTED: MPI-3.0 removed the C++ bindings and introduced messages. */
MPIDBG_EXPORT int mpidbg_message_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, mqs_taddr_t cxx_message, mqs_taddr_t *c_message);

/* Extension: returns the handles of all live messages; see mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_message_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                      mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
