/* These extensions return facts that do not fit into the message queue interface: complete records of operations, the
 * queues beyond the historical three, and whether a queue could be seen at all. A debugger looks them up with dlsym and
 * uses the mqs_* functions if the plugin does not have them.
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
  MPIDBG_QUEUE_RECEIVES = mqs_pending_receives, /* posted receives, and matched receives whose data is still arriving */
  MPIDBG_QUEUE_UNEXPECTED = mqs_unexpected_messages,
  MPIDBG_QUEUE_INACTIVE = 3, /* persistent requests that are not started */
  /* A queue of the process, not of a communicator: messages that arrived for a communicator that the process does not
   * have (yet). */
  MPIDBG_QUEUE_UNCLAIMED = 4,
  MPIDBG_QUEUE_COUNT
};

enum mpidbg_mpi_state_t {
  MPIDBG_MPI_UNKNOWN,
  MPIDBG_MPI_NOT_INITIALIZED, /* before or in MPI_Init */
  MPIDBG_MPI_INITIALIZED,
  MPIDBG_MPI_FINALIZED, /* MPI_Finalize has started, and the library has destroyed its objects */
  /* Appended: MPI_Finalize has started, and the objects still exist, for example while it waits for other processes. */
  MPIDBG_MPI_FINALIZING
};

/* The result of MPI_Query_thread(): the level that says which threads may call MPI. */
enum mpidbg_thread_level_t {
  MPIDBG_THREAD_UNKNOWN,
  MPIDBG_THREAD_SINGLE,
  MPIDBG_THREAD_FUNNELED,
  MPIDBG_THREAD_SERIALIZED,
  MPIDBG_THREAD_MULTIPLE
};

/* Describes one process. Texts end in NUL and are truncated if they do not fit. */
struct mpidbg_process_info_t {
  uint32_t struct_size;
  int32_t mpi_state;       /* enum mpidbg_mpi_state_t */
  char library[64];        /* for example "Open MPI 4.1.4" */
  char point_to_point[32]; /* the point-to-point layer, for example "ob1" */
  char layout_source[128]; /* the origin of the struct layouts, and whether they were checked */
  int32_t world_rank;      /* -1 unknown */
  int32_t world_size;      /* -1 unknown */
  uint32_t job;            /* has a meaning if world_rank is known */
  uint32_t local_job;      /* the job's number for users: 1 for the first job, 2 and above for spawned jobs */
  /* For each mpidbg_queue_t: why the queue cannot be seen completely; empty if it can. */
  char queue_problem[MPIDBG_QUEUE_COUNT][160];

  /* ---- appended ---- */
  /* Nonzero if the layouts of the library's objects are unknown, so that all answers about objects come from the
   * recorder. */
  int32_t recorder_alone;
  char handle_problem[160]; /* why no object can be seen, not even with a recorder; empty if some can be seen */
  /* The size in bytes of an MPI handle in a variable of a C program, by mpidbg_handle_kind_t: 8 or 4 for a pointer, 4
   * for an int. 0 if the size is unknown, and for MPI_Status, which has no handle. Since version 3. */
  uint8_t handle_width[16];
  int32_t thread_level; /* enum mpidbg_thread_level_t */
  /* Nonzero if MPI_Finalize has called the program's callbacks and deleted the attributes of MPI_COMM_SELF, so that the
   * program cannot send or receive any more. 0 if it has not, or if that is unknown. Since version 4. */
  int32_t callbacks_over;
};

enum mpidbg_operation_flags_t {
  MPIDBG_OP_ANY_SOURCE = 0x001,
  MPIDBG_OP_ANY_TAG = 0x002,
  MPIDBG_OP_INTERNAL = 0x004, /* a message of the library itself, with a negative tag or on an own communicator */
  MPIDBG_OP_PERSISTENT = 0x008,
  MPIDBG_OP_WAITED_ON = 0x010,    /* a thread of the process waits for this request */
  MPIDBG_OP_COMPLETE = 0x020,     /* the operation is complete, but the program has not learned that yet */
  MPIDBG_OP_MATCHED = 0x040,      /* the receive has matched a message, whose data may still be arriving */
  MPIDBG_OP_FREED = 0x080,        /* MPI_Request_free was called */
  MPIDBG_OP_OUT_OF_ORDER = 0x100, /* an arrived message that waits for an earlier one of its sender */
  MPIDBG_OP_PROBE = 0x200,        /* MPI_Probe or MPI_Mprobe: asks for a message without receiving it */
  MPIDBG_OP_TAG_UNKNOWN = 0x400,  /* the process does not store the tag, so that `tag` has no meaning */
  MPIDBG_OP_MAYBE_READY = 0x800,  /* one partition more than `partitions_ready` may be ready */
  MPIDBG_OP_MET_NONE = 0x1000     /* a partitioned receive that matches none of the sends that the process knows */
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

/* The collective operation that the tag of an internal message stands for. It is a hint, because a library may
 * implement one operation by the algorithm of another. */
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
  MPIDBG_COLLECTIVE_NONBLOCKING /* a nonblocking collective of any kind */
};

/* Describes one operation. Unknown integers are -1, and unknown addresses are 0. */
struct mpidbg_operation_info_t {
  uint32_t struct_size;
  int32_t queue;     /* enum mpidbg_queue_t */
  uint32_t flags;    /* enum mpidbg_operation_flags_t */
  int32_t protocol;  /* enum mpidbg_protocol_t */
  int32_t send_mode; /* enum mpidbg_send_mode_t */
  int32_t is_send;   /* nonzero for a send, or for a persistent send in the queue of inactive requests */
  int64_t context_id;
  int32_t comm_rank;  /* rank of the peer in the communicator, or in the remote group of an intercommunicator */
  int32_t world_rank; /* rank of the peer in MPI_COMM_WORLD; -1 if it is not a member */
  uint32_t peer_job;  /* job of the peer, and its rank there; no meaning with MPIDBG_OP_ANY_SOURCE */
  uint32_t peer_job_rank;
  int32_t tag;            /* no meaning with MPIDBG_OP_ANY_TAG, unless matched */
  int32_t datatype_named; /* nonzero if the library or the program named the datatype, else the plugin did */
  int64_t bytes;          /* size of the message, or of the posted buffer */
  int64_t bytes_done;     /* bytes that were transferred so far */
  int64_t count;          /* number of elements of `datatype` */
  int64_t sequence;       /* position among the messages of the peer, or the posted operations of the communicator */
  mqs_taddr_t request;    /* the MPI_Request; 0 for messages without a request */
  mqs_taddr_t record;     /* address of the library's record, if there is no request or its handle is a number */
  mqs_taddr_t buffer;     /* the user's buffer, or the library's copy of an unexpected message */
  mqs_taddr_t datatype;   /* handle of the datatype */
  mqs_taddr_t waiter;     /* with MPIDBG_OP_WAITED_ON: address on the stack of the waiting thread, if known */
  char datatype_name[64];

  /* ---- appended ---- */
  /* The call of the program that waits for the operation, such as "MPI_Recv", if the recorder knows it; else empty. */
  char blocking_call[40];
  int32_t partitions;       /* number of partitions with MPI_Psend_init and MPI_Precv_init; else 0 */
  int32_t partitions_ready; /* at least so many partitions are marked by MPI_Pready; -1 if not a started send */
  int32_t collective;       /* enum mpidbg_collective_t, from the tag of an internal message */
  /* The `record` that the send of this message has in the sender's memory. If the sender's library does not store the
   * receiver of a send, this member shows it. 0 if the message has not arrived, or if the record is unknown. In a send,
   * a number that its message has in this member in place of the record; else 0. */
  mqs_taddr_t sender_record;
};

/* Describes the process. Returns MPIDBG_SUCCESS even before MPI_Init has completed and after MPI_Finalize has started;
 * see mpi_state. */
MPIDBG_EXPORT int mpidbg_process_query(mqs_process *process, struct mpidbg_process_info_t *info);

/* List operations like mqs_setup_operation_iterator and mqs_next_operation, with the same results, but for every
 * mpidbg_queue_t. Only one iteration of either family is possible at a time. Operations that cannot be read are left
 * out, and an error at the end of the list says why. */
MPIDBG_EXPORT int mpidbg_setup_operation_iterator(mqs_process *process, int queue);
MPIDBG_EXPORT int mpidbg_next_operation(mqs_process *process, struct mpidbg_operation_info_t *operation);

/* Returns the handle of the current communicator of the mqs_* iteration, or 0. */
MPIDBG_EXPORT mqs_taddr_t mpidbg_current_comm(mqs_process *process);

/* Counts the messages that the process and one peer have exchanged on a communicator. The numbers are the library's
 * own, modulo 2^16, as in the messages. Peers without any messages are left out. If `received` of one process is equal
 * to `sent` of the other, then every message from the other has arrived. */
struct mpidbg_channel_info_t {
  uint32_t struct_size;
  int32_t comm_rank;  /* rank of the peer in the communicator, or in the remote group of an intercommunicator */
  int32_t world_rank; /* rank of the peer in MPI_COMM_WORLD; -1 if it is not a member */
  uint32_t peer_job;  /* job of the peer and its rank there */
  uint32_t peer_job_rank;
  uint16_t sent;     /* number sent to the peer, including those that are still on their way */
  uint16_t received; /* number from the peer, in order: matched or unexpected, but not those that came too early */
};

/* Iterates over the channels (the counts of messages by peer) of the current communicator of the mqs_* iteration. The
 * setup function returns mqs_ok, mqs_end_of_list if there are none, and mqs_no_information if the library does not
 * count messages. The other function returns each channel in turn, until mqs_end_of_list. */
MPIDBG_EXPORT int mpidbg_setup_channel_iterator(mqs_process *process);
MPIDBG_EXPORT int mpidbg_next_channel(mqs_process *process, struct mpidbg_channel_info_t *channel);

/* Holds the name of a communicator and the facts that lists of queues show about it. This is a small part of
 * mpidbg_comm_info_t, which is read without the rest. The name ends in NUL and is truncated if it does not fit. */
struct mpidbg_communicator_outline_t {
  uint32_t struct_size;
  /* Bits of mpidbg_comm_info_bitmap_t: _PREDEFINED, _NAMED, _INTERCOMM, _COMM_NULL, _INTERNAL, and _DIST_GRAPH if the
   * communicator may have a distributed graph, which mpidbg_comm_query then tells. */
  uint32_t flags;
  int64_t context_id;       /* -1 unknown */
  int32_t rank;             /* rank of the process in the communicator, -1 if none */
  int32_t size;             /* size of the local group, -1 if unknown */
  int32_t remote_size;      /* size of the remote group; 0 unless an intercommunicator */
  int32_t reserved;         /* 0 */
  mqs_taddr_t local_group;  /* handles; 0 if they cannot be seen */
  mqs_taddr_t remote_group; /* 0 unless an intercommunicator */
  char name[256];

  /* ---- appended ---- */
  int64_t nonblocking_collectives; /* number that the process has started on the communicator; -1 if unknown */
};

/* Fills in the outline of a communicator. Returns the same codes as mpidbg_comm_query. */
MPIDBG_EXPORT int mpidbg_communicator_outline(mqs_process *process, mqs_taddr_t handle,
                                              struct mpidbg_communicator_outline_t *outline);

#ifdef __cplusplus
}
#endif
#endif
