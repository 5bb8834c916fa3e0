#pragma once
// Describes the provider shm, the shared memory of a node: from 1.17, when its queues got their present form. From 1.19
// on the queues are those of SharedReceiveLayout. Sources: prov/shm/src/smr.h, include/ofi_shm.h or
// prov/shm/src/smr_util.h, include/ofi_mem.h (OFI_DECLARE_FREESTACK).

#include "mpidbg/layout/ofi/endpoint_layout.h"
#include "mpidbg/layout/ofi/shared_receive_layout.h"

namespace mpidbg::layout::ofi {

// Describes smr_ep, the endpoint.
struct ShmEndpointLayout : StructLayout {
  ShmEndpointLayout() : StructLayout("smr_ep") {}
  using Base = EndpointLayout;
  // Points to a ShmRegionLayout, the memory that this process offers.
  Slot<Address> region;
  // Points to an object whose IdentifierLayout::context is the ShmReceivesLayout or SharedReceiveLayout.
  Slot<Address> srx;
  // Points to the ShmPeersLayout, from 2.5; before, ShmRegionLayout does.
  Slot<Optional<Address>> map;
  // Point to a ShmSendStackLayout: up to 1.17, and from 1.18 to 2.4.
  Slot<Optional<Address>> pend_fs;
  Slot<Optional<Address>> tx_fs;
  // The messages that arrive piece by piece, linked by the start of ShmArrivingLayout.
  Slot<Part<LinkLayout>> sar_list;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("region", region);
    field("srx", srx);
    field("map", map);
    field("pend_fs", pend_fs);
    field("tx_fs", tx_fs);
    field("sar_list", sar_list);
  }
};

// Describes smr_srx_ctx, the queues of shm's own up to 1.18.
struct ShmReceivesLayout : StructLayout {
  ShmReceivesLayout() : StructLayout("smr_srx_ctx") {}
  using Base = IdentifierLayout;
  // The receives and the messages that match none, linked by the start of ShmReceiveLayout, in their order.
  Slot<Part<LinkLayout>> trecv_queue;
  Slot<Part<LinkLayout>> unexp_tagged_queue;
  // Points to a completion queue.
  Slot<Address> cq;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("trecv_queue.list", trecv_queue);
    field("unexp_tagged_queue.list", unexp_tagged_queue);
    field("cq", cq);
  }
};

// Describes smr_rx_entry, an entry of ShmReceivesLayout.
struct ShmReceiveLayout : StructLayout {
  ShmReceiveLayout() : StructLayout("smr_rx_entry") {}
  Slot<Part<PeerEntryLayout>> peer_entry;
  // The bits of the tag that are not compared.
  Slot<std::uint64_t> ignore;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("peer_entry", peer_entry);
    field("ignore", ignore);
  }
};

// Describes smr_cmd_ctx, the record of a message that matches no receive (PeerEntryLayout::peer_context), with a copy
// of the sender's command. From 2.5 on the copy is optional and has another form.
struct ShmMessageLayout : StructLayout {
  ShmMessageLayout() : StructLayout("smr_cmd_ctx") {}
  // The entry of the message in a SharedReceiveLayout, from 2.0.
  Slot<Optional<Address>> rx_entry;
  // Points to the endpoint.
  Slot<Address> ep;
  // The number of the sender in ShmPeersLayout, where the data is (see shm_inline), what the command has (see
  // shm_remote_data), the bytes of the message, the data for the receiver's completion.
  Slot<Optional<std::int64_t>> id;
  Slot<Optional<std::uint16_t>> op_src;
  Slot<Optional<std::uint16_t>> op_flags;
  Slot<Optional<std::uint64_t>> size;
  Slot<Optional<std::uint64_t>> data;
  Slot<Optional<std::uint64_t>> tag;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rx_entry", rx_entry);
    field("ep", ep);
    field("cmd.msg.hdr.id", id);
    field("cmd.msg.hdr.op_src", op_src);
    field("cmd.msg.hdr.op_flags", op_flags);
    field("cmd.msg.hdr.size", size);
    field("cmd.msg.hdr.data", data);
    field("cmd.msg.hdr.tag", tag);
  }
};

// Describes smr_sar_entry (up to 1.17) and smr_pend_entry (from 1.18 to 2.4), a message that arrives piece by piece.
struct ShmArrivingLayout : StructLayout {
  explicit ShmArrivingLayout(const char *name) : StructLayout(name) {}
  // The command of the sender; see ShmMessageLayout.
  Slot<std::int64_t> id;
  Slot<std::uint16_t> op_flags;
  Slot<std::uint64_t> size;
  Slot<std::uint64_t> data;
  Slot<std::uint64_t> tag;
  // The receive that has matched the message, or the message itself: points to a PeerEntryLayout.
  Slot<Address> rx_entry;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("cmd.msg.hdr.id", id);
    field("cmd.msg.hdr.op_flags", op_flags);
    field("cmd.msg.hdr.size", size);
    field("cmd.msg.hdr.data", data);
    field("cmd.msg.hdr.tag", tag);
    field("rx_entry", rx_entry);
  }
};
struct ShmFormerArrivingLayout : ShmArrivingLayout {
  ShmFormerArrivingLayout() : ShmArrivingLayout("smr_sar_entry") {}
};
struct ShmPendingLayout : ShmArrivingLayout {
  ShmPendingLayout() : ShmArrivingLayout("smr_pend_entry") {}
};

// Describes smr_tx_entry, a send that the receiver has to answer, up to 2.4.
struct ShmSendLayout : StructLayout {
  ShmSendLayout() : StructLayout("smr_tx_entry") {}
  // The operation (see shm_tagged) and what the command says; see ShmMessageLayout.
  Slot<std::uint32_t> op;
  Slot<std::uint16_t> op_flags;
  Slot<std::uint64_t> size;
  Slot<std::uint64_t> data;
  Slot<std::uint64_t> tag;
  // The number of the receiver in ShmPeersLayout.
  Slot<std::int64_t> peer_id;
  Slot<Address> context;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("cmd.msg.hdr.op", op);
    field("cmd.msg.hdr.op_flags", op_flags);
    field("cmd.msg.hdr.size", size);
    field("cmd.msg.hdr.data", data);
    field("cmd.msg.hdr.tag", tag);
    field("peer_id", peer_id);
    field("context", context);
  }
};

// Describes smr_pend_fs (up to 1.17) and smr_tx_fs (from 1.18 to 2.4), an array of ShmSendElementLayout. Before the
// send in each is a pointer. The pointers link those that are not in use: `next` points to the first of these pointers;
// null ends the list.
struct ShmSendStackLayout : StructLayout {
  explicit ShmSendStackLayout(const char *name) : StructLayout(name) {}
  // The number of elements.
  Slot<SizeT> size;
  Slot<Address> next;
  Slot<Embedded> entry;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("size", size);
    field("next", next);
    field("entry", entry);
  }
};
struct ShmFormerSendStackLayout : ShmSendStackLayout {
  ShmFormerSendStackLayout() : ShmSendStackLayout("smr_pend_fs") {}
};
struct ShmPresentSendStackLayout : ShmSendStackLayout {
  ShmPresentSendStackLayout() : ShmSendStackLayout("smr_tx_fs") {}
};

// Describes smr_pend_fs_entry and smr_tx_fs_entry, an element of ShmSendStackLayout.
struct ShmSendElementLayout : StructLayout {
  explicit ShmSendElementLayout(const char *name) : StructLayout(name) {}
  // A ShmSendLayout.
  Slot<Embedded> buf;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("buf", buf);
  }
};
struct ShmFormerSendElementLayout : ShmSendElementLayout {
  ShmFormerSendElementLayout() : ShmSendElementLayout("smr_pend_fs_entry") {}
};
struct ShmPresentSendElementLayout : ShmSendElementLayout {
  ShmPresentSendElementLayout() : ShmSendElementLayout("smr_tx_fs_entry") {}
};

// Describes smr_region, the memory that a process offers to the others of the node, or their memory: it is mapped, too.
struct ShmRegionLayout : StructLayout {
  ShmRegionLayout() : StructLayout("smr_region") {}
  // The process.
  Slot<std::int32_t> pid;
  // Points to a ShmPeersLayout, up to 2.4.
  Slot<Optional<Address>> map;
  // The distance of the queue of commands from the start of this struct: a ShmCommandsLayout.
  Slot<SizeT> cmd_queue_offset;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("pid", pid);
    field("map", map);
    field("cmd_queue_offset", cmd_queue_offset);
  }
};

// Describes smr_cmd_queue, the ring of commands to a process, with the numbers of commands written and read so far.
struct ShmCommandsLayout : StructLayout {
  ShmCommandsLayout() : StructLayout("smr_cmd_queue") {}
  // Up to 1.17, and then up to 2.5. The reader of 2.6 counts in another field, and is not read.
  Slot<Optional<SizeT>> rcnt;
  Slot<Optional<SizeT>> wcnt;
  Slot<Optional<std::uint64_t>> read_pos;
  Slot<Optional<std::uint64_t>> write_pos;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rcnt", rcnt);
    field("wcnt", wcnt);
    field("read_pos.val", read_pos);
    field("write_pos.val", write_pos);
  }
};

// Describes smr_map, the processes of the node that are known.
struct ShmPeersLayout : StructLayout {
  ShmPeersLayout() : StructLayout("smr_map") {}
  // An array of ShmPeerLayout.
  Slot<Embedded> peers;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("peers", peers);
  }
};

// Describes smr_peer.
struct ShmPeerLayout : StructLayout {
  ShmPeerLayout() : StructLayout("smr_peer") {}
  Slot<std::uint64_t> fiaddr;
  // Points to the ShmRegionLayout of the process; null without a connection.
  Slot<Address> region;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("fiaddr", fiaddr);
    field("region", region);
  }
};

}  // namespace mpidbg::layout::ofi
