/* Declares the queries for requests, mpidbg_request_*.
 *
 * Live requests are those that the library has in use: requests of operations in progress, complete requests
 * that the program has not waited for yet, persistent requests, and requests that the library uses inside of blocking
 * calls. A request that a wait or test has completed goes back to the library's pool and is not found. When the library
 * uses the address again, a copy of the old handle cannot be distinguished from the new handle.
 *
 * Source: "MPI_Request" in the handle debugging design; ompi/request, ompi/mca/pml, ompi/mca/coll/libnbc of Open MPI.
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MPIDBG_ABI_HANDLES_REQUEST_H
#define MPIDBG_ABI_HANDLES_REQUEST_H

#include "mpidbg/abi/handles/common.h"
#include "mpidbg/abi/handles/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mpidbg_request_capabilities_t {
  MPIDBG_REQUEST_CAP_BASIC = 0x01,
  /* Appended: req_name is set for predefined requests. */
  MPIDBG_REQUEST_CAP_STRING_NAMES = 0x02,
  /* Appended: MPIDBG_REQUEST_INFO_FREED_HANDLE holds information. */
  MPIDBG_REQUEST_CAP_FREED_HANDLE = 0x04,
  /* Appended: never set, because a freed request cannot be seen: queries of its handle return MPIDBG_ERR_NOT_FOUND
   * until the library uses the memory again. */
  MPIDBG_REQUEST_CAP_FREED_OBJECT = 0x08,
  /* Appended: point-to-point requests are listed, and their peer, tag, count, datatype and buffer are known, except for
   * those whose bit flag or pointer says otherwise. Without this bit, requests that are inside of a network library
   * cannot be seen. */
  MPIDBG_REQUEST_CAP_POINT_TO_POINT = 0x10,
  /* Appended: MPIDBG_REQUEST_INFO_TRANSFER_STARTED and _COMPLETED hold information for point-to-point requests. */
  MPIDBG_REQUEST_CAP_TRANSFER = 0x20,
  /* Appended: req_call holds information; MPIDBG_REQUEST_INFO_CALL_INFERRED says how exact it is. */
  MPIDBG_REQUEST_CAP_CALL = 0x40,
  /* Appended: req_created_by is known, and thus the collective operation of a collective request. Open MPI does not
   * store this fact, but the recorder does. */
  MPIDBG_REQUEST_CAP_COLLECTIVE_NAME = 0x80,
  /* Appended: req_schedule holds information for collective requests. */
  MPIDBG_REQUEST_CAP_SCHEDULE = 0x100,
  /* Appended: file requests are listed. */
  MPIDBG_REQUEST_CAP_FILE = 0x200,
  /* Appended: requests of one-sided operations are listed. */
  MPIDBG_REQUEST_CAP_WINDOW = 0x400,
  MPIDBG_REQUEST_CAP_MAX
};

enum mpidbg_request_info_bitmap_t {
  MPIDBG_REQUEST_INFO_PREDEFINED = 0x01,
  /* The following bits are appended. */
  MPIDBG_REQUEST_INFO_REQUEST_NULL = 0x02,
  MPIDBG_REQUEST_INFO_PERSISTENT = 0x04,
  /* MPI_Request_free was called while the operation was in progress, and the operation continues. */
  MPIDBG_REQUEST_INFO_FREED_HANDLE = 0x08,
  /* MPIDBG_REQUEST_INFO_FREED_HANDLE was inferred from a reference count. */
  MPIDBG_REQUEST_INFO_FREED_HANDLE_INFERRED = 0x10,
  /* The request is marked complete, so that a test or wait would return at once. */
  MPIDBG_REQUEST_INFO_COMPLETE = 0x20,
  MPIDBG_REQUEST_INFO_CANCELLED = 0x40,
  /* The library made the request for itself, for example for a part of a collective operation. */
  MPIDBG_REQUEST_INFO_INTERNAL = 0x80,
  /* req_call is one of several calls that leave the same traces in memory: MPI_Isend also stands for MPI_Send,
   * MPI_Irecv for MPI_Recv and MPI_Imrecv, MPI_File_iread for its variants. In MPICH, MPI_Send_init also stands for
   * MPI_Rsend_init, and MPI_Grequest_start, with MPIDBG_REQUEST_INFO_POLLED, for nonblocking operations of files. With
   * the recorder, req_call is the call itself. */
  MPIDBG_REQUEST_INFO_CALL_INFERRED = 0x100,
  MPIDBG_REQUEST_INFO_ANY_SOURCE =
      0x200, /* the receive was posted for any source, even if it has matched a message since */
  MPIDBG_REQUEST_INFO_ANY_TAG = 0x400,
  /* The receive has matched a message; req_matched_* describe it. */
  MPIDBG_REQUEST_INFO_MATCHED = 0x800,
  /* As far as this process knows, the transfer of data has begun, or has ended. */
  MPIDBG_REQUEST_INFO_TRANSFER_STARTED = 0x1000,
  MPIDBG_REQUEST_INFO_TRANSFER_COMPLETED = 0x2000,
  /* The following bits say which members hold information. */
  MPIDBG_REQUEST_INFO_TRANSFER_KNOWN = 0x4000, /* MPIDBG_REQUEST_INFO_TRANSFER_STARTED and _COMPLETED */
  MPIDBG_REQUEST_INFO_PEER_KNOWN = 0x8000,     /* req_peer_*, unless ANY_SOURCE */
  MPIDBG_REQUEST_INFO_TAG_KNOWN = 0x10000,     /* req_tag, unless ANY_TAG */
  MPIDBG_REQUEST_INFO_COUNT_KNOWN = 0x20000,
  MPIDBG_REQUEST_INFO_BYTES_KNOWN = 0x40000,
  MPIDBG_REQUEST_INFO_BYTES_DONE_KNOWN = 0x80000,
  MPIDBG_REQUEST_INFO_STATUS_KNOWN = 0x100000,
  MPIDBG_REQUEST_INFO_DATATYPE_NAMED = 0x200000, /* otherwise, req_datatype_name is derived from the handle */
  MPIDBG_REQUEST_INFO_FORTRAN_CALLBACKS = 0x400000,
  /* req_schedule is incomplete: the schedule is longer than the plugin's limit, or only its pending operations can be
   * seen. */
  MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED = 0x800000,
  /* One partition more than req_partitions_ready may be ready. */
  MPIDBG_REQUEST_INFO_MAYBE_READY = 0x1000000,
  /* Calls that wait for the request call its poll function, which completes it: the program has made it by
   * MPIX_Grequest_start, or the library for a file. */
  MPIDBG_REQUEST_INFO_POLLED = 0x2000000,
  MPIDBG_REQUEST_INFO_MAX
};

enum mpidbg_request_type_t {
  MPIDBG_REQUEST_UNKNOWN,
  MPIDBG_REQUEST_POINT_TO_POINT,
  MPIDBG_REQUEST_COLLECTIVE,
  MPIDBG_REQUEST_FILE,
  MPIDBG_REQUEST_WINDOW,      /* one-sided operation */
  MPIDBG_REQUEST_GENERALIZED, /* MPI_Grequest_start */
  MPIDBG_REQUEST_COMM,        /* MPI_Comm_idup and the like */
  MPIDBG_REQUEST_NOOP,        /* nothing left to do: communication with MPI_PROC_NULL, or a send that ended at once */
  MPIDBG_REQUEST_NULL
};

enum mpidbg_request_state_t {
  MPIDBG_REQUEST_INACTIVE, /* persistent and not started, or MPI_REQUEST_NULL */
  MPIDBG_REQUEST_ACTIVE,
  MPIDBG_REQUEST_COMPLETE, /* complete, and the program has not waited for it */
  MPIDBG_REQUEST_CANCELLED
};

/* The function that made a request. */
enum mpidbg_request_call_t {
  MPIDBG_CALL_UNKNOWN,
  MPIDBG_CALL_ISEND,
  MPIDBG_CALL_IBSEND,
  MPIDBG_CALL_ISSEND,
  MPIDBG_CALL_IRSEND,
  MPIDBG_CALL_IRECV,
  MPIDBG_CALL_SEND_INIT,
  MPIDBG_CALL_BSEND_INIT,
  MPIDBG_CALL_SSEND_INIT,
  MPIDBG_CALL_RSEND_INIT,
  MPIDBG_CALL_RECV_INIT,
  MPIDBG_CALL_IREAD,
  MPIDBG_CALL_IREAD_AT,
  MPIDBG_CALL_IREAD_SHARED,
  MPIDBG_CALL_IWRITE,
  MPIDBG_CALL_IWRITE_AT,
  MPIDBG_CALL_IWRITE_SHARED,
  MPIDBG_CALL_IREAD_ALL,
  MPIDBG_CALL_IWRITE_ALL,
  MPIDBG_CALL_ICOLLECTIVE,     /* MPI_Ibarrier, MPI_Ibcast and so on; memory does not show which */
  MPIDBG_CALL_COLLECTIVE_INIT, /* MPI_Barrier_init, MPI_Bcast_init and so on */
  MPIDBG_CALL_RPUT,
  MPIDBG_CALL_RGET,
  MPIDBG_CALL_RACCUMULATE,
  MPIDBG_CALL_RGET_ACCUMULATE,
  MPIDBG_CALL_GREQUEST_START,
  MPIDBG_CALL_COMM_IDUP,
  MPIDBG_CALL_PSEND_INIT,
  MPIDBG_CALL_PRECV_INIT,
  MPIDBG_CALL_MAX
};

enum mpidbg_request_send_mode_t {
  MPIDBG_REQUEST_MODE_NONE, /* not a send, or unknown */
  MPIDBG_REQUEST_MODE_STANDARD,
  MPIDBG_REQUEST_MODE_SYNCHRONOUS,
  MPIDBG_REQUEST_MODE_BUFFERED,
  MPIDBG_REQUEST_MODE_READY
};

/* The action of one operation in a collective's schedule. */
enum mpidbg_schedule_action_t {
  MPIDBG_SCHEDULE_SEND,
  MPIDBG_SCHEDULE_RECEIVE,
  MPIDBG_SCHEDULE_REDUCE, /* target = source op target */
  MPIDBG_SCHEDULE_COPY,
  MPIDBG_SCHEDULE_UNPACK
};

enum mpidbg_schedule_state_t {
  MPIDBG_SCHEDULE_WAITING, /* the round of the operation has not begun */
  MPIDBG_SCHEDULE_PENDING, /* a transfer is in progress */
  MPIDBG_SCHEDULE_DONE
};

/* Describes one operation in the schedule of a collective request. All operations of a round start together, and the
 * round ends when its transfers are complete. */
struct mpidbg_schedule_operation_t {
  int round; /* number of the round, from 1 */
  enum mpidbg_schedule_action_t action;
  enum mpidbg_schedule_state_t state;
  int comm_rank;      /* rank of the peer of a transfer, else -1 */
  int world_rank;     /* rank of the peer in this process's MPI_COMM_WORLD; -1 if it is not a member */
  int in_local_group; /* nonzero if comm_rank is a rank in the local group of an intercommunicator */
  int64_t count;
  mqs_taddr_t datatype;
  mqs_taddr_t op;     /* operation of a reduction */
  mqs_taddr_t source; /* addresses of the buffers; 0 if the action has none */
  mqs_taddr_t target;
  mqs_taddr_t request;                        /* request of a pending transfer, for mpidbg_request_query; else 0 */
  char datatype_name[MPIDBG_MAX_OBJECT_NAME]; /* empty if the datatype has no name */
  char op_name[MPIDBG_MAX_OBJECT_NAME];
};

/* If memory lacks the object that a request belongs to, or its peer, tag, count, datatype, buffer or send mode, they
 * are the recorder's, provided that it has noted the call. Of a collective operation only the recorder has a count and
 * a datatype: the first ones among the arguments. */
struct mpidbg_request_info_t {
  enum mpidbg_request_info_bitmap_t req_bitflags;
  mqs_taddr_t req_c_handle;
  int req_fortran_handle; /* -1: none */

  /* ---- appended ---- */
  char req_name[MPIDBG_MAX_OBJECT_NAME]; /* name of a predefined request, else empty */
  enum mpidbg_request_type_t req_type;
  enum mpidbg_request_state_t req_state;
  enum mpidbg_request_call_t req_call;
  enum mpidbg_request_send_mode_t req_send_mode;

  /* Objects that the request refers to; 0 if there are none, or unknown. */
  mqs_taddr_t req_comm;
  mqs_taddr_t req_file;
  mqs_taddr_t req_win;
  mqs_taddr_t req_datatype;
  char *req_datatype_name; /* null without a datatype */

  /* The peer that the call named: for an intercommunicator, a member of the remote group; for a one-sided operation,
   * the target. */
  int req_peer_rank;       /* rank in the communicator; -1 if any or unknown */
  int req_peer_world_rank; /* rank in this process's MPI_COMM_WORLD; -1 if it is not a member */
  struct mpidbg_process_name_t req_peer_name;
  int req_tag;
  /* The message that a receive has matched. */
  int req_matched_rank;
  int req_matched_world_rank;
  int req_matched_tag;
  int64_t req_matched_bytes;

  int64_t req_count;
  int64_t req_bytes;      /* size of the buffer; for a send, size of the message */
  int64_t req_bytes_done; /* bytes transferred so far */
  mqs_taddr_t req_buffer;
  mqs_taddr_t req_library_buffer; /* the library's copy of a buffered send's data; else 0 */
  /* The number of the message, as the library counts messages to or from the peer. For a collective request, its number
   * among the nonblocking collectives on the communicator. -1 if it is not known. */
  int64_t req_sequence;
  mqs_taddr_t req_waiter; /* address on the stack of the thread that waits for the request; 0 if none does */

  struct mpidbg_status_info_t req_status; /* status of a complete request */

  /* For generalized requests: the program's functions and their argument. */
  mqs_taddr_t req_query_function;
  mqs_taddr_t req_free_function;
  mqs_taddr_t req_cancel_function;
  mqs_taddr_t req_extra_state;

  /* For collective requests: the round in progress (0 if inactive, req_num_rounds + 1 if all are done), the number of
   * rounds, and the operations in this and the following rounds. For requests by which Open MPI makes a communicator:
   * one round with the pending messages. */
  int req_round;
  int req_num_rounds;
  int req_num_schedule;
  struct mpidbg_schedule_operation_t *req_schedule;
  char *req_schedule_problem; /* why there is no schedule, or null */

  int req_reference_count;

  /* The call that made the request, such as "MPI_Iallreduce", if the recorder knows it; else null. */
  char *req_created_by;

  mqs_taddr_t req_record; /* address of the library's record if the handle is a number, else 0 */

  /* The numbers of partitions and of ready partitions, as in mpidbg_operation_info_t. All other members refer to all
   * partitions together. */
  int req_partitions;
  int req_partitions_ready;
};

MPIDBG_EXPORT extern enum mpidbg_request_capabilities_t mpidbg_request_capabilities;
MPIDBG_EXPORT extern struct mpidbg_name_map_t *mpidbg_request_name_map;

MPIDBG_EXPORT int mpidbg_request_query(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, mqs_taddr_t c_request,
                                       struct mpidbg_request_info_t **info);
MPIDBG_EXPORT int mpidbg_request_f2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                     mqs_process_info *process_info, mqs_taddr_t f77_request, mqs_taddr_t *c_request);
/* request_type is not used, because MPI::Request, MPI::Prequest and MPI::Grequest store their handle at the same place.
 */
MPIDBG_EXPORT int mpidbg_request_cxx2c(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                       mqs_process_info *process_info, mqs_taddr_t cxx_request,
                                       enum mpidbg_request_info_bitmap_t request_type, mqs_taddr_t *c_request);

/* Extension: returns the handles of all live requests: first the predefined ones, then those of each of the library's
 * pools. See mpihandles_interface.h. */
MPIDBG_EXPORT int mpidbg_request_list(mqs_image *image, mqs_image_info *image_info, mqs_process *process,
                                      mqs_process_info *process_info, int *count, mqs_taddr_t **handles);

#ifdef __cplusplus
}
#endif
#endif
