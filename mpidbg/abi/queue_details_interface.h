/* These extensions return facts that do not fit into the message queue interface: complete records of operations, the
 * queues beyond the historical three, and whether a queue could be seen at all. A debugger looks them up with dlsym and
 * uses the mqs_* functions of a plugin that lacks them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Records belong to the caller, who sets struct_size before the call; the plugin writes no more than that. Members are
 * only appended. Usable from C and C++. */
#ifndef MPIDBG_ABI_QUEUE_DETAILS_INTERFACE_H
#define MPIDBG_ABI_QUEUE_DETAILS_INTERFACE_H

#include <stdint.h>

#include "mpidbg/abi/mpihandles_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Queues of the current communicator; the first three are mqs_op_class. */
enum mpidbg_queue_t {
  MPIDBG_QUEUE_SENDS = mqs_pending_sends,
  MPIDBG_QUEUE_RECEIVES = mqs_pending_receives, /* posted, and matched ones whose data is still arriving */
  MPIDBG_QUEUE_UNEXPECTED = mqs_unexpected_messages,
  MPIDBG_QUEUE_INACTIVE = 3, /* persistent requests that are not started */
  /* Not of a communicator but of the process: messages that arrived for a communicator it does not have (yet). */
  MPIDBG_QUEUE_UNCLAIMED = 4,
  MPIDBG_QUEUE_COUNT
};

enum mpidbg_mpi_state_t {
  MPIDBG_MPI_UNKNOWN,
  MPIDBG_MPI_NOT_INITIALIZED, /* before or in MPI_Init */
  MPIDBG_MPI_INITIALIZED,
  MPIDBG_MPI_FINALIZED, /* MPI_Finalize has started, and the objects are gone */
  /* Appended: MPI_Finalize has started, and the objects are still there, as while it waits for other processes. */
  MPIDBG_MPI_FINALIZING
};

/* The level that MPI_Query_thread() returns, which says which threads may call MPI. */
enum mpidbg_thread_level_t {
  MPIDBG_THREAD_UNKNOWN,
  MPIDBG_THREAD_SINGLE,
  MPIDBG_THREAD_FUNNELED,
  MPIDBG_THREAD_SERIALIZED,
  MPIDBG_THREAD_MULTIPLE
};

/* One process. Texts end in NUL and are cut to fit. */
struct mpidbg_process_info_t {
  uint32_t struct_size;
  int32_t mpi_state;       /* enum mpidbg_mpi_state_t */
  char library[64];        /* "Open MPI 4.1.4" */
  char point_to_point[32]; /* the point-to-point layer: "ob1" */
  char layout_source[128]; /* where the struct layouts came from and whether they were checked */
  int32_t world_rank;      /* -1 unknown */
  int32_t world_size;      /* -1 unknown */
  uint32_t job;            /* meaningful if world_rank is */
  uint32_t local_job;      /* the job's number as the user knows it: 1 the first, 2.. spawned ones */
  /* For each mpidbg_queue_t: empty if the queue can be seen completely, else why not. */
  char queue_problem[MPIDBG_QUEUE_COUNT][160];

  /* ---- appended ---- */
  /* Nonzero: the layouts of the library's objects are not known, and all answers about them are the recorder's. */
  int32_t recorder_alone;
  char handle_problem[160]; /* why no object can be seen at all, not by a recorder either; empty if some can */
  /* Bytes of an MPI handle in a variable of a C program, by mpidbg_handle_kind_t: 8 where it is a pointer, 4 where it
   * is an int. 0: not known, or no such handle (MPI_Status is the object itself). Since version 3. */
  uint8_t handle_width[16];
  int32_t thread_level; /* enum mpidbg_thread_level_t */
  /* Nonzero: MPI_Finalize has called the program's callbacks (the attributes of MPI_COMM_SELF are deleted), so that the
   * program sends and receives no more. 0: not yet, or not known. Since version 4. */
  int32_t callbacks_over;
};

enum mpidbg_operation_flags_t {
  MPIDBG_OP_ANY_SOURCE = 0x001,
  MPIDBG_OP_ANY_TAG = 0x002,
  MPIDBG_OP_INTERNAL = 0x004, /* the library's own traffic: a negative tag, or a communicator of its own */
  MPIDBG_OP_PERSISTENT = 0x008,
  MPIDBG_OP_WAITED_ON = 0x010,    /* a thread of the process waits for this request */
  MPIDBG_OP_COMPLETE = 0x020,     /* complete, and not yet seen by the program */
  MPIDBG_OP_MATCHED = 0x040,      /* matched with a message; data may still be under way */
  MPIDBG_OP_FREED = 0x080,        /* MPI_Request_free was called */
  MPIDBG_OP_OUT_OF_ORDER = 0x100, /* an arrived message that waits for an earlier one of its sender */
  MPIDBG_OP_PROBE = 0x200,        /* MPI_Probe or MPI_Mprobe: asks for a message without receiving it */
  MPIDBG_OP_TAG_UNKNOWN = 0x400,  /* the process does not keep it, and `tag` is meaningless */
  MPIDBG_OP_MAYBE_READY = 0x800,  /* one partition more than `partitions_ready` may be */
  MPIDBG_OP_MET_NONE = 0x1000     /* a partitioned receive that matches no send of which the process has heard */
};

enum mpidbg_protocol_t {
  MPIDBG_PROTOCOL_NONE,
  MPIDBG_PROTOCOL_EAGER,     /* the data came with the message */
  MPIDBG_PROTOCOL_RENDEZVOUS /* the data waits at the sender */
};

enum mpidbg_send_mode_t {
  MPIDBG_SEND_UNKNOWN,
  MPIDBG_SEND_STANDARD,
  MPIDBG_SEND_SYNCHRONOUS,
  MPIDBG_SEND_BUFFERED,
  MPIDBG_SEND_READY
};

/* Which collective operation the tag of an internal message stands for: a hint, since a library may carry one out by
 * the algorithm of another one. */
enum mpidbg_collective_t {
  MPIDBG_COLLECTIVE_UNKNOWN,
  MPIDBG_COLLECTIVE_BARRIER,
  MPIDBG_COLLECTIVE_BCAST,
  MPIDBG_COLLECTIVE_GATHER,
  MPIDBG_COLLECTIVE_GATHERV,
  MPIDBG_COLLECTIVE_SCATTER,
  MPIDBG_COLLECTIVE_SCATTERV,
  MPIDBG_COLLECTIVE_ALLGATHER,
  MPIDBG_COLLECTIVE_ALLGATHERV,
  MPIDBG_COLLECTIVE_ALLTOALL,
  MPIDBG_COLLECTIVE_ALLTOALLV,
  MPIDBG_COLLECTIVE_ALLTOALLW,
  MPIDBG_COLLECTIVE_REDUCE,
  MPIDBG_COLLECTIVE_ALLREDUCE,
  MPIDBG_COLLECTIVE_REDUCE_SCATTER,
  MPIDBG_COLLECTIVE_REDUCE_SCATTER_BLOCK,
  MPIDBG_COLLECTIVE_SCAN,
  MPIDBG_COLLECTIVE_EXSCAN,
  MPIDBG_COLLECTIVE_NONBLOCKING /* any one that does not block */
};

/* One operation. Integers that are unknown are -1, addresses 0. */
struct mpidbg_operation_info_t {
  uint32_t struct_size;
  int32_t queue;     /* enum mpidbg_queue_t */
  uint32_t flags;    /* enum mpidbg_operation_flags_t */
  int32_t protocol;  /* enum mpidbg_protocol_t */
  int32_t send_mode; /* enum mpidbg_send_mode_t */
  int32_t is_send;   /* nonzero: a send (in the queue of inactive requests: a persistent send) */
  int64_t context_id;
  int32_t comm_rank;  /* of the peer in the communicator (its remote group, if an intercommunicator) */
  int32_t world_rank; /* of the peer in MPI_COMM_WORLD, -1 if it is not in it */
  uint32_t peer_job;  /* job of the peer and its rank there; meaningful unless MPIDBG_OP_ANY_SOURCE */
  uint32_t peer_job_rank;
  int32_t tag;            /* meaningless with MPIDBG_OP_ANY_TAG, unless matched */
  int32_t datatype_named; /* nonzero: datatype_name is the name the library or the program gave, else made up here */
  int64_t bytes;          /* of the message, or of the posted buffer */
  int64_t bytes_done;     /* transferred so far */
  int64_t count;          /* of datatype */
  int64_t sequence;       /* of the message or the posting: order among those of one peer or one communicator */
  mqs_taddr_t request;    /* the MPI_Request; for messages without one 0 */
  mqs_taddr_t record;     /* the library's own, for those without a request, or whose handle is a number */
  mqs_taddr_t buffer;     /* user's, or for unexpected messages the library's copy */
  mqs_taddr_t datatype;   /* handle */
  mqs_taddr_t waiter;     /* with MPIDBG_OP_WAITED_ON: an address on the stack of the waiting thread, if known */
  char datatype_name[64];

  /* ---- appended ---- */
  char blocking_call[40]; /* "MPI_Recv": the call of the program that waits for it, if the recorder knows it; else empty
                           */
  int32_t partitions;     /* of partitioned communication, MPI_Psend_init and MPI_Precv_init; else 0 */
  int32_t partitions_ready; /* of such a send that is started: those that MPI_Pready has marked, at least; else -1 */
  int32_t collective;       /* enum mpidbg_collective_t: of an internal message, by its tag */
  /* The `record` of the send that waits for this message to be received, in the memory of the sender. It shows where a
   * send goes if the sender's library does not keep its peer. 0 if the message has not arrived, or it is not known. */
  mqs_taddr_t sender_record;
};

/* MPIDBG_SUCCESS also before MPI_Init has completed and once MPI_Finalize has started: mpi_state then is the answer. */
MPIDBG_EXPORT int mpidbg_process_query(mqs_process *process, struct mpidbg_process_info_t *info);

/* As mqs_setup_operation_iterator and mqs_next_operation, results included, for every mpidbg_queue_t; one iteration of
 * either family at a time. Operations that cannot be read are left out: an error at the end of the list says why. */
MPIDBG_EXPORT int mpidbg_setup_operation_iterator(mqs_process *process, int queue);
MPIDBG_EXPORT int mpidbg_next_operation(mqs_process *process, struct mpidbg_operation_info_t *operation);

/* Returns the handle of the current communicator of the mqs_* iteration, or 0. */
MPIDBG_EXPORT mqs_taddr_t mpidbg_current_comm(mqs_process *process);

/* The number of messages that the process and one peer have exchanged on a communicator, as the library counts them:
 * modulo 2^16, which is what messages carry. Peers without any messages are left out. If `received` of one process is
 * equal to `sent` of the other, then every message from the other has arrived. */
struct mpidbg_channel_info_t {
  uint32_t struct_size;
  int32_t comm_rank;  /* of the peer in the communicator (its remote group, if an intercommunicator) */
  int32_t world_rank; /* of the peer in MPI_COMM_WORLD, -1 if it is not in it */
  uint32_t peer_job;  /* job of the peer and its rank there */
  uint32_t peer_job_rank;
  uint16_t sent;     /* to the peer, those that are still on their way included */
  uint16_t received; /* from the peer, in their order: matched or unexpected, but not those that came too early */
};

/* Iterates over the channels of the current communicator of the mqs_* iteration. The setup function returns mqs_ok,
 * mqs_end_of_list if there are none, and mqs_no_information if the library does not count. The other function returns
 * each in turn, until mqs_end_of_list. */
MPIDBG_EXPORT int mpidbg_setup_channel_iterator(mqs_process *process);
MPIDBG_EXPORT int mpidbg_next_channel(mqs_process *process, struct mpidbg_channel_info_t *channel);

/* The name of a communicator and what queues show of it: a small part of mpidbg_comm_info_t, read without the rest. The
 * name is cut to fit and ends in NUL. */
struct mpidbg_communicator_outline_t {
  uint32_t struct_size;
  uint32_t flags;      /* of enum mpidbg_comm_info_bitmap_t: _PREDEFINED, _NAMED, _INTERCOMM, _COMM_NULL, _INTERNAL */
  int64_t context_id;  /* -1 unknown */
  int32_t rank;        /* of the process in it, -1 none */
  int32_t size;        /* of its local group, -1 unknown */
  int32_t remote_size; /* of its remote group; 0 unless an intercommunicator */
  int32_t reserved;    /* 0 */
  mqs_taddr_t local_group;  /* handles; 0 if they cannot be seen */
  mqs_taddr_t remote_group; /* 0 unless an intercommunicator */
  char name[256];

  /* ---- appended ---- */
  int64_t nonblocking_collectives; /* that the process has begun on it; -1 unknown */
};

/* Returns the same results as mpidbg_comm_query. */
MPIDBG_EXPORT int mpidbg_communicator_outline(mqs_process *process, mqs_taddr_t handle,
                                              struct mpidbg_communicator_outline_t *outline);

#ifdef __cplusplus
}
#endif
#endif
