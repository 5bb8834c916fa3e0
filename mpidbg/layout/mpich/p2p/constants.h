#pragma once
// Numbers of requests that are the same from 4.0 to 5.0; the others are in numbers.h. Source: the headers named.

#include <cstdint>

#include "mpidbg/layout/mpich/header_values.h"

namespace mpidbg::layout::mpich {

// For the stack frames of MPI_Probe (probe_frames.h), which are known only of builds with MPICH's own mpi.h.
inline constexpr std::int32_t any_source = own_header.any_source, any_tag = own_header.any_tag;

// src/include/mpir_request.h: kind
enum RequestKind : std::uint32_t {
  request_undefined,
  request_send,
  request_receive,
  request_persistent_send,
  request_persistent_receive,
  request_persistent_collective,
  request_partitioned_send,
  request_partitioned_receive,
  request_partitioned
};

// src/mpid/ch4/include/mpidpre.h: p_type
enum PersistentType : std::uint32_t {
  persistent_receive,
  persistent_send,
  persistent_buffered,
  persistent_synchronous
};

// src/mpid/ch4/include/mpidpre.h: MPIDIG_REQ_*
enum ActiveMessageFlag : std::uint64_t {
  active_message_busy = 0x1,  // its data is arriving
  active_message_synchronous = 0x2,
  active_message_unexpected = 0x4,
  active_message_dequeued = 0x8,  // MPI_Mprobe has taken it
  active_message_matched = 0x40,  // a receive has, and its data is still arriving
  active_message_rendezvous = 0x80,
  active_message_in_progress = 0x100,  // a receive that has matched a message
  active_message_flags = 0x1000        // none from here on
};

// src/mpid/ch4/netmod/ucx/ucx_pre.h, from 4.2 on: how UCX was given a receive
enum UcxReceiveType : std::uint32_t { ucx_receive_contiguous, ucx_receive_to_unpack };

// src/include/mpir_tags.h: the tags of messages inside blocking collectives. Those between are of operations of other
// libraries, or of none.
enum CollectiveTag : std::int32_t {
  tag_barrier = 1,
  tag_bcast,
  tag_gather,
  tag_gatherv,
  tag_scatter,
  tag_scatterv,
  tag_allgather,
  tag_allgatherv,
  tag_alltoall,
  tag_alltoallv,
  tag_reduce,
  tag_allreduce = 14,
  tag_reduce_scatter = 17,
  tag_scan = 20,
  tag_exscan = 24,
  tag_alltoallw = 25,
  tag_reduce_scatter_block = 28
};
// The same header: the tag of the first nonblocking collective on a communicator; the next one has the next tag.
inline constexpr std::int32_t first_nonblocking_tag = 287;
// The same header, MPIR_TAG_COLL_BIT: beside a tag that the program gave, as in MPI_Intercomm_create and
// MPI_Comm_create_group, which send like collectives. No tag of the library's own is as large.
inline constexpr std::int32_t tag_of_program = 0x10000000;

// src/mpid/ch4/netmod/ucx/ucx_impl.h: a tag of UCX is 16 bits of context id, 16 bits of the sender's rank in the
// communicator, and 32 bits with the tag. src/include/mpir_tags.h: of those the upper ones tell of errors and of
// operations of the library's own; receives for any tag ignore the lowest 28 or 29.
inline constexpr unsigned ucx_context_shift = 48, ucx_source_shift = 32;
inline constexpr std::uint64_t ucx_source_mask = 0xffff;
inline constexpr std::uint64_t ucx_tag_mask = 0x1fffffff, ucx_any_tag_mask = 0x0fffffff;
// src/mpid/ch4/netmod/ucx/ucx_types.h, MPIDI_UCX_DYNPROC, from 5.0 on: what leaders of groups tell each other while
// they make an intercommunicator. No rank is in such a tag, and no MPIR_Request behind it.
inline constexpr std::uint64_t ucx_of_leaders = 0x80000000;
// The lower halves of the masks of receives: for one tag and for any, without the bits of errors in 4.0 to 4.3; the
// same where all bits are compared, and where the upper two or three are of the library.
inline constexpr std::uint32_t ucx_tag_masks[] = {0x9fffffff, 0x90000000, 0xffffffff,
                                                  0xf0000000, 0xe0000000, 0xc0000000};

}  // namespace mpidbg::layout::mpich
