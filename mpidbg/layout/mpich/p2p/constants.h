#pragma once
// Defines numbers of requests that are the same from 4.0 to 5.0. Other numbers are in numbers.h. Each comment names the
// header that defines the number.

#include <cstdint>

#include "mpidbg/layout/mpich/header_values.h"

namespace mpidbg::layout::mpich {

// The values in MPICH's own mpi.h. They are used for the stack frames of MPI_Probe (probe_frames.h). These frames are
// known only for builds with MPICH's own header.
inline constexpr std::int32_t any_source = own_header.any_source, any_tag = own_header.any_tag;

// Values of the field `kind` of an MPIR_Request. Source: src/include/mpir_request.h.
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

// Values of the field `p_type` of a persistent request. Source: src/mpid/ch4/include/mpidpre.h.
enum PersistentType : std::uint32_t {
  persistent_receive,
  persistent_send,
  persistent_buffered,
  persistent_synchronous
};

// Bits of the state of a message, with the values of MPIDIG_REQ_*. Source: src/mpid/ch4/include/mpidpre.h.
enum ActiveMessageFlag : std::uint64_t {
  // The data of the message is arriving.
  active_message_busy = 0x1,
  active_message_synchronous = 0x2,
  active_message_unexpected = 0x4,
  // MPI_Mprobe has taken the message.
  active_message_dequeued = 0x8,
  // A receive has taken the message, but data of the message is still arriving.
  active_message_matched = 0x40,
  active_message_rendezvous = 0x80,
  // The request is a receive that has matched a message.
  active_message_in_progress = 0x100,
  // The lowest bit above all flags.
  active_message_flags = 0x1000
};

// The kinds of buffers passed to UCX for a receive, since 4.2. Source: src/mpid/ch4/netmod/ucx/ucx_pre.h.
enum UcxReceiveType : std::uint32_t { ucx_receive_contiguous, ucx_receive_to_unpack };

// The kinds of objects whose address libfabric gets as the context of an operation, from OfiRequestLayout::event_id.
// Source: src/mpid/ch4/netmod/ofi/ofi_types.h, 4.0.
enum OfiEvent : std::int32_t {
  ofi_send = 1,
  ofi_receive = 2,
  ofi_receive_huge = 9,
  ofi_receive_pack = 10,
  ofi_receive_pieces = 11,
  ofi_send_huge = 12,
  ofi_send_pack = 13,
  ofi_send_pieces = 14,
  ofi_acknowledgement = 15,
  // The number of events.
  ofi_events = 22
};
// The bits above the context id in a tag of libfabric, up to 4.2: the acknowledgement of a synchronous message, a
// synchronous message, a message between processes that have no communicator yet, and the first part of a huge message.
// Receives ignore all but the first. Source: src/mpid/ch4/netmod/ofi/ofi_types.h.
inline constexpr std::uint64_t ofi_is_acknowledgement = 1, ofi_is_synchronous = 2, ofi_is_of_leaders = 4,
                               ofi_is_huge = 8;
// The bits of the data for the receiver's completion with the rank of the sender. The bits above state errors.
inline constexpr std::uint64_t ofi_source_mask = 0x3fffffff;

// The tags of messages within blocking collectives. Other values in this range belong to operations of other libraries
// or are unused. Source: src/include/mpir_tags.h.
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
// The tag of the first nonblocking collective on a communicator. Each further one has the next tag. Source:
// src/include/mpir_tags.h.
inline constexpr std::int32_t first_nonblocking_tag = 287;
// MPIR_TAG_COLL_BIT in src/include/mpir_tags.h. The library adds it to a tag of the program in functions such as
// MPI_Intercomm_create and MPI_Comm_create_group, because these functions send with the context id of collectives. The
// library's own tags are smaller.
inline constexpr std::int32_t tag_of_program = 0x10000000;

// A tag of UCX consists of 16 bits with the context id, 16 bits with the sender's rank in the communicator, and 32 bits
// with the MPI tag. The upper bits of the MPI tag mark errors and operations of the library itself; receives for any
// tag ignore the lowest 28 or 29 bits. Source: src/mpid/ch4/netmod/ucx/ucx_impl.h; src/include/mpir_tags.h.
inline constexpr unsigned ucx_context_shift = 48, ucx_source_shift = 32;
inline constexpr std::uint64_t ucx_source_mask = 0xffff;
inline constexpr std::uint64_t ucx_tag_mask = 0x1fffffff, ucx_any_tag_mask = 0x0fffffff;
// MPIDI_UCX_DYNPROC, since 5.0: marks messages between the leaders of two groups that make an intercommunicator. Such a
// tag contains no rank, and the message has no MPIR_Request. Source: src/mpid/ch4/netmod/ucx/ucx_types.h.
inline constexpr std::uint64_t ucx_of_leaders = 0x80000000;
// The possible lower halves of MPICH's masks for receiving one tag or any tag: without the bits of errors in 4.0 to
// 4.3, with all bits, and with the upper two or three bits reserved for the library.
inline constexpr std::uint32_t ucx_tag_masks[] = {0x9fffffff, 0x90000000, 0xffffffff,
                                                  0xf0000000, 0xe0000000, 0xc0000000};

}  // namespace mpidbg::layout::mpich
