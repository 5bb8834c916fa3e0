#pragma once
// Describes the provider tcp with reliable datagrams of its own (from 1.18; "net" in 1.16 and 1.17). Sources:
// prov/tcp/src/xnet.h, prov/tcp/src/xnet_proto.h, prov/net/src.

#include "mpidbg/layout/ofi/endpoint_layout.h"

namespace mpidbg::layout::ofi {

// Describes xnet_rdm, the endpoint.
struct XnetEndpointLayout : StructLayout {
  XnetEndpointLayout() : StructLayout("xnet_rdm") {}
  using Base = EndpointLayout;
  // Points to a XnetReceivesLayout.
  Slot<Address> srx;
  // The connections by the address of the process: an IndexMapLayout of pointers to XnetConnectionLayout.
  Slot<Part<IndexMapLayout>> conn_idx_map;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("srx", srx);
    field("conn_idx_map", conn_idx_map);
  }
};

// Describes xnet_srx, the posted receives and the messages that match none.
struct XnetReceivesLayout : StructLayout {
  XnetReceivesLayout() : StructLayout("xnet_srx") {}
  using Base = IdentifierLayout;
  // The receives from any process, and those whose addresses are ignored: a list of XnetTransferLayout.
  Slot<Part<SinglyLinkedLayout>> tag_queue;
  // The receives from one process, by its address: lists of XnetTransferLayout.
  Slot<Part<DynamicArrayLayout>> src_tag_queues;
  // The messages that match no receive, by the address of the sender: XnetSavedLayout. Before 1.18 each connection has
  // its own.
  Slot<Optional<Embedded>> saved_msgs;
  // The number of receives posted so far.
  Slot<std::uint64_t> tag_seq_no;
  // Points to the endpoint.
  Slot<Address> rdm;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("tag_queue", tag_queue);
    field("src_tag_queues", src_tag_queues);
    field("saved_msgs", saved_msgs);
    field("tag_seq_no", tag_seq_no);
    field("rdm", rdm);
  }
};

// Describes xnet_saved_msg, the messages of one process that match no receive.
struct XnetSavedLayout : StructLayout {
  XnetSavedLayout() : StructLayout("xnet_saved_msg") {}
  // The link in the domain's list of processes that have such messages.
  Slot<Part<LinkLayout>> entry;
  // A list of XnetTransferLayout.
  Slot<Part<SinglyLinkedLayout>> queue;
  Slot<std::int32_t> cnt;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("entry", entry);
    field("queue", queue);
    field("cnt", cnt);
  }
};

// Describes xnet_domain, which has lists for all of its endpoints.
struct XnetDomainLayout : StructLayout {
  XnetDomainLayout() : StructLayout("xnet_domain") {}
  using Base = DomainLayout;
  // The connections at whose head is a tagged message that matches no receive, linked by
  // XnetConnectedLayout::unexp_entry.
  Slot<Part<LinkLayout>> unexp_tag_list;
  // The processes with such messages, linked by XnetSavedLayout::entry, or before 1.18 the connections, linked by
  // XnetConnectedLayout::saved_entry.
  Slot<Part<LinkLayout>> saved_tag_list;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("progress.unexp_tag_list", unexp_tag_list);
    field("progress.saved_tag_list", saved_tag_list);
  }
};

// Describes xnet_conn, an entry in the table of connections.
struct XnetConnectionLayout : StructLayout {
  XnetConnectionLayout() : StructLayout("xnet_conn") {}
  // Points to a XnetConnectedLayout; null without a connection.
  Slot<Address> ep;
  Slot<Address> rdm;
  // Points to a PeerLayout.
  Slot<Address> peer;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ep", ep);
    field("rdm", rdm);
    field("peer", peer);
  }
};

// Describes xnet_ep, the endpoint of one connection.
struct XnetConnectedLayout : StructLayout {
  XnetConnectedLayout() : StructLayout("xnet_ep") {}
  using Base = EndpointLayout;
  // The message that is being received: its header (see XnetHeaderLayout), the size of the header and the bytes of it
  // that are there, the receive or saved message that gets its data, and the context of the MPI_Mprobe that has taken
  // it.
  Slot<Embedded> cur_header;
  Slot<SizeT> cur_hdr_len;
  Slot<SizeT> cur_hdr_done;
  Slot<Address> cur_entry;
  Slot<Address> cur_claim;
  // Points to the XnetTransferLayout that is being sent.
  Slot<Address> sending;
  Slot<Part<LinkLayout>> unexp_entry;
  // Transfers to be sent, and those that the receiver has to acknowledge: lists of XnetTransferLayout.
  Slot<Part<SinglyLinkedLayout>> tx_queue;
  Slot<Part<SinglyLinkedLayout>> need_ack_queue;
  Slot<Address> srx;
  // Points to a PeerLayout.
  Slot<Address> peer;
  // Up to 1.17, the messages that match no receive.
  Slot<Optional<Embedded>> saved_entry;
  Slot<Optional<Embedded>> saved_queue;
  Slot<Optional<std::int32_t>> saved_cnt;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("cur_rx.hdr", cur_header);
    field("cur_rx.hdr_len", cur_hdr_len);
    field("cur_rx.hdr_done", cur_hdr_done);
    field("cur_rx.entry", cur_entry);
    field("cur_rx.claim_ctx", cur_claim);
    field("cur_tx.entry", sending);
    field("unexp_entry", unexp_entry);
    field("tx_queue", tx_queue);
    field("need_ack_queue", need_ack_queue);
    field("srx", srx);
    field("peer", peer);
    field("saved_entry", saved_entry);
    field("saved_queue", saved_queue);
    field("saved_cnt", saved_cnt);
  }
};

// Describes xnet_xfer_entry, a receive, a message or a send. The pointer to the next one is at its start.
struct XnetTransferLayout : StructLayout {
  XnetTransferLayout() : StructLayout("xnet_xfer_entry") {}
  // The number of parts of the buffer, and the parts, which are iovec.
  Slot<SizeT> iov_cnt;
  Slot<Embedded> iov;
  // The number of receives that were posted before this one.
  Slot<std::uint64_t> tag_seq_no;
  Slot<std::uint64_t> tag;
  // The bits of the tag that are not compared.
  Slot<std::uint64_t> ignore;
  Slot<std::uint64_t> src_addr;
  // See flags_of_receives.
  Slot<std::uint64_t> cq_flags;
  // See xnet_saved.
  Slot<std::uint32_t> ctrl_flags;
  // The context that the MPI library has passed; for a message, that of the MPI_Mprobe that has taken it.
  Slot<Address> context;
  // See XnetHeaderLayout.
  Slot<Embedded> hdr;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("iov_cnt", iov_cnt);
    field("iov", iov);
    field("tag_seq_no", tag_seq_no);
    field("tag", tag);
    field("ignore", ignore);
    field("src_addr", src_addr);
    field("cq_flags", cq_flags);
    field("ctrl_flags", ctrl_flags);
    field("context", context);
    field("hdr", hdr);
  }
};

// Describes xnet_base_hdr, the header of a message. After it come, eight bytes each, the data for the receiver's
// completion if there is some (see has_remote_data), and the tag.
struct XnetHeaderLayout : StructLayout {
  XnetHeaderLayout() : StructLayout("xnet_base_hdr") {}
  // See xnet_tagged.
  Slot<std::uint8_t> op;
  Slot<std::uint16_t> flags;
  Slot<std::uint8_t> hdr_size;
  // The bytes of the message with its header.
  Slot<std::uint64_t> size;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("op", op);
    field("flags", flags);
    field("hdr_size", hdr_size);
    field("size", size);
  }
};

}  // namespace mpidbg::layout::ofi
