#pragma once
// Lists numbers of libfabric that are the same in all versions from 1.11 to 2.6. Sources: include/rdma/fabric.h,
// include/ofi_mem.h, include/ofi_indexer.h, include/ofi_proto.h, prov/rxm/src/rxm.h.

#include <cstdint>

namespace mpidbg::layout::ofi {

// The classes of objects (FI_CLASS_*).
inline constexpr std::uint64_t class_fabric = 1, class_domain = 2, class_endpoint = 3, class_shared_receive = 6,
                               class_address_vector = 11, class_completion_queue = 14;
// The kind of endpoint that has reliable datagrams (FI_EP_RDM), as MPI libraries use it.
inline constexpr std::uint32_t endpoint_reliable_datagram = 3;
// The kind of endpoint of which libfabric was not told the kind (FI_EP_UNSPEC): that of lnx.
inline constexpr std::uint32_t endpoint_unspecified = 0;
// The address of an unknown or arbitrary process (FI_ADDR_UNSPEC).
inline constexpr std::uint64_t any_address = ~std::uint64_t{0};
// The bit of ofi_bufpool.attr.flags for a pool whose free elements are listed by region (OFI_BUFPOOL_INDEXED).
inline constexpr std::int32_t bufpool_indexed = 2;
// The pieces of an ofi_dyn_arr, and the items in each.
inline constexpr std::uint64_t dynamic_array_chunks = 1024, dynamic_array_items = 1024;
// The pieces of an index_map, and the pointers in each.
inline constexpr std::uint64_t index_map_chunks = 1024, index_map_entries = 1024;

// The bit of a header's flags for a message of tcp with data for the receiver's completion (XNET_REMOTE_CQ_DATA).
inline constexpr std::uint32_t has_remote_data = 1;
// The operation of a tagged message in ofi_op_hdr.op (ofi_op_tagged).
inline constexpr std::uint8_t operation_tagged = 1;

// The bits of flags that tagged receives and messages have (FI_TAGGED, FI_RECV).
inline constexpr std::uint64_t flags_of_receives = (1 << 3) | (1 << 10);
// The bit of flags for a message with data for the receiver's completion (FI_REMOTE_CQ_DATA).
inline constexpr std::uint64_t flag_remote_data = 1 << 17;

// The kinds of rxm's packets (ofi_ctrl_hdr.type).
inline constexpr std::uint8_t rxm_eager = 0, rxm_segment = 1, rxm_rendezvous = 2;
// The bits of ofi_ctrl_hdr.ctrl_data that say which segment of a message a packet is, and the first one.
inline constexpr std::uint64_t rxm_segment_mask = 3, rxm_first_segment = 1;
// The states of rxm's buffers (rxm_proto_state).
inline constexpr std::uint32_t rxm_sending = 0, rxm_injecting = 1, rxm_receiving = 3, rxm_sending_segments = 4,
                               rxm_rendezvous_sent = 6, rxm_rendezvous_read_awaited = 7,
                               rxm_rendezvous_write_awaited = 8, rxm_rendezvous_reading = 10;
// The bit of a tag for messages of rxm's own collective operations.
inline constexpr std::uint64_t rxm_collective_tag = std::uint64_t{1} << 63;

// The operations of tcp's messages with tags (xnet_op_tag, from 2.0 on xnet_op_tag_rts for an announcement).
inline constexpr std::uint8_t xnet_tagged = 1, xnet_tagged_announcement = 5;
// The bits of ctrl_flags for a message that has matched no receive, and for transfers of tcp's own.
inline constexpr std::uint32_t xnet_saved = 1 << 8, xnet_internal = 1 << 3;

// Where shm has the data of a message (smr_src_inline, smr_src_inject): with these, the sender does not wait for the
// receiver.
inline constexpr std::uint16_t shm_inline = 0, shm_injected = 1;
// The operation of a tagged message of shm, and the bit of op_flags for one with data for the receiver's completion.
inline constexpr std::uint32_t shm_tagged = 1;
inline constexpr std::uint16_t shm_remote_data = 1;

// The states of psm3's requests: all of a message has arrived, a receive is posted, has matched, a message is arriving,
// only its announcement has arrived, a send.
inline constexpr std::uint32_t psm_complete = 0, psm_posted = 1, psm_matched = 2, psm_arriving = 3, psm_announced = 4,
                               psm_sending = 5;
inline constexpr std::uint32_t psm_type_send = 0x1000, psm_type_receive = 0x2000;

}  // namespace mpidbg::layout::ofi
