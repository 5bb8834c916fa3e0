#pragma once
// Describes the provider ofi_rxm, which makes reliable datagrams out of connections. Sources: prov/rxm/src/rxm.h,
// include/ofi_proto.h, include/ofi_util.h (util_peer_addr).

#include "mpidbg/layout/ofi/endpoint_layout.h"

namespace mpidbg::layout::ofi {

struct RxmReceiveQueueLayout;
struct RxmPacketLayout;

// Describes rxm_ep, an endpoint of rxm.
struct RxmEndpointLayout : StructLayout {
  RxmEndpointLayout() : StructLayout("rxm_ep") {}
  using Base = EndpointLayout;
  // Points to the completion queue of the connections below, which completes each packet that is sent or received.
  Slot<Address> msg_cq;
  // The connections, by number: an IndexMapLayout of pointers to RxmConnectionLayout.
  Slot<Part<IndexMapLayout>> conn_idx_map;
  // Point to the pools of RxmReceiveBufferLayout and RxmSendBufferLayout.
  Slot<Address> rx_pool;
  Slot<Address> tx_pool;
  // Sends that await credit or memory, linked by RxmConnectionLayout::deferred_entry.
  Slot<Part<LinkLayout>> deferred_queue;
  // The queues of tagged messages, up to 1.22.
  Slot<Optional<Embedded>> trecv_queue;
  // Points to a SharedReceiveLayout, from 2.0.
  Slot<Optional<Address>> srx;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("msg_cq", msg_cq);
    field("conn_idx_map", conn_idx_map);
    field("rx_pool", rx_pool);
    field("tx_pool", tx_pool);
    field("deferred_queue", deferred_queue);
    field("trecv_queue", trecv_queue);
    field("srx", srx);
  }
};

// Describes rxm_recv_queue, the queues of rxm's own up to 1.22.
struct RxmReceiveQueueLayout : StructLayout {
  RxmReceiveQueueLayout() : StructLayout("rxm_recv_queue") {}
  // Points to the endpoint.
  Slot<Address> rxm_ep;
  // The posted receives in the order of posting, linked by RxmReceiveLayout::entry.
  Slot<Part<LinkLayout>> recv_list;
  // The unexpected packets in the order of arrival, linked by RxmReceiveBufferLayout::unexp_entry.
  Slot<Part<LinkLayout>> unexp_msg_list;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rxm_ep", rxm_ep);
    field("recv_list", recv_list);
    field("unexp_msg_list", unexp_msg_list);
  }
};

// Describes rxm_recv_entry, a posted or matched receive of RxmReceiveQueueLayout.
struct RxmReceiveLayout : StructLayout {
  RxmReceiveLayout() : StructLayout("rxm_recv_entry") {}
  Slot<Part<LinkLayout>> entry;
  // The parts of the buffer: an array of iovec.
  Slot<Embedded> iov;
  Slot<std::uint8_t> count;
  Slot<std::uint64_t> addr;
  Slot<Address> context;
  Slot<std::uint64_t> tag;
  // The bits of the tag that are not compared.
  Slot<std::uint64_t> ignore;
  Slot<SizeT> total_len;
  // Points to the RxmReceiveQueueLayout.
  Slot<Address> recv_queue;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("entry", entry);
    field("rxm_iov.iov", iov);
    field("rxm_iov.count", count);
    field("addr", addr);
    field("context", context);
    field("tag", tag);
    field("ignore", ignore);
    field("total_len", total_len);
    field("recv_queue", recv_queue);
  }
};

// Describes rxm_rx_buf, a buffer that has a packet.
struct RxmReceiveBufferLayout : StructLayout {
  RxmReceiveBufferLayout() : StructLayout("rxm_rx_buf") {}
  // See rxm_receiving.
  Slot<std::uint32_t> state;
  Slot<Address> ep;
  // Points to a RxmConnectionLayout.
  Slot<Address> conn;
  // The receive that the packet has matched, up to 1.22; null before. Points to a RxmReceiveLayout.
  Slot<Optional<Address>> recv_entry;
  // The link in the list of unexpected packets, the address of the sender and the tag, up to 1.22.
  Slot<Optional<Embedded>> unexp_entry;
  Slot<Optional<std::uint64_t>> unexp_addr;
  Slot<Optional<std::uint64_t>> unexp_tag;
  // The entry of the message in a SharedReceiveLayout, from 2.0. Points to a ReceiveEntryLayout.
  Slot<Optional<Address>> peer_entry;
  Slot<Part<RxmPacketLayout>> pkt;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("hdr.state", state);
    field("ep", ep);
    field("conn", conn);
    field("recv_entry", recv_entry);
    field("unexp_msg.entry", unexp_entry);
    field("unexp_msg.addr", unexp_addr);
    field("unexp_msg.tag", unexp_tag);
    field("peer_entry", peer_entry);
    field("pkt", pkt);
  }
};

// Describes rxm_tx_buf, a buffer that sends a packet.
struct RxmSendBufferLayout : StructLayout {
  RxmSendBufferLayout() : StructLayout("rxm_tx_buf") {}
  // See rxm_sending.
  Slot<std::uint32_t> state;
  // The context that the MPI library has passed.
  Slot<Address> app_context;
  Slot<Part<RxmPacketLayout>> pkt;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("hdr.state", state);
    field("app_context", app_context);
    field("pkt", pkt);
  }
};

// Describes rxm_pkt, the headers of a packet, which the data follows.
struct RxmPacketLayout : StructLayout {
  RxmPacketLayout() : StructLayout("rxm_pkt") {}
  // The kind of packet; see rxm_eager.
  Slot<std::uint8_t> type;
  // The number that the receiver has given to the connection.
  Slot<std::uint64_t> conn_id;
  // The number of the sender's RxmSendBufferLayout in its pool, for segments and rendezvous.
  Slot<std::uint64_t> msg_id;
  // For a segment, which one it is; see rxm_segment_mask.
  Slot<std::uint64_t> ctrl_data;
  // See operation_tagged.
  Slot<std::uint8_t> op;
  // See flag_remote_data.
  Slot<std::uint32_t> flags;
  // The size of the message in bytes.
  Slot<std::uint64_t> size;
  // The data for the receiver's completion.
  Slot<std::uint64_t> data;
  Slot<std::uint64_t> tag;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ctrl_hdr.type", type);
    field("ctrl_hdr.conn_id", conn_id);
    field("ctrl_hdr.msg_id", msg_id);
    field("ctrl_hdr.ctrl_data", ctrl_data);
    field("hdr.op", op);
    field("hdr.flags", flags);
    field("hdr.size", size);
    field("hdr.data", data);
    field("hdr.tag", tag);
  }
};

// Describes rxm_conn, a connection.
struct RxmConnectionLayout : StructLayout {
  RxmConnectionLayout() : StructLayout("rxm_conn") {}
  // Points to a PeerLayout.
  Slot<Address> peer;
  // Points to the endpoint.
  Slot<Address> ep;
  // Sends that await the connection or credit.
  Slot<Part<LinkLayout>> deferred_tx_queue;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("peer", peer);
    field("ep", ep);
    field("deferred_tx_queue", deferred_tx_queue);
  }
};

// Describes util_peer_addr, the address of a process.
struct PeerLayout : StructLayout {
  PeerLayout() : StructLayout("util_peer_addr") {}
  // The number of the address in the address vector; any_address if the process is not in it.
  Slot<std::uint64_t> fi_addr;
  // The number of references to this struct.
  Slot<std::int32_t> refcnt;
  // A socket address.
  Slot<Embedded> addr;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("fi_addr", fi_addr);
    field("refcnt", refcnt);
    field("addr", addr);
  }
};

}  // namespace mpidbg::layout::ofi
