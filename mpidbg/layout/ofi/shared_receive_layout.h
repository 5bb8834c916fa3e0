#pragma once
// Describes the queues that several providers share: rxm from 2.0, shm from 1.19, sm2, efa from 1.19. Sources:
// include/ofi_util.h (util_srx_ctx), include/rdma/providers/fi_peer.h.

#include "mpidbg/layout/ofi/endpoint_layout.h"

namespace mpidbg::layout::ofi {

// Describes util_srx_ctx. Receives from one process are in queues of their own; `seq_no` of their entries says the
// order of posting. The order of unexpected messages is known only among those of one process.
struct SharedReceiveLayout : StructLayout {
  SharedReceiveLayout() : StructLayout("util_srx_ctx") {}
  using Base = IdentifierLayout;
  // True if receives are for the process with their address; otherwise their addresses are ignored.
  Slot<bool> dir_recv;
  // The number of parts of a buffer, for which each element of `rx_pool` has room after the entry.
  Slot<SizeT> iov_limit;
  Slot<Address> cq;
  // The receives from any process: a list of ReceiveEntryLayout.
  Slot<Part<SinglyLinkedLayout>> tag_queue;
  // The receives from one process, by its address: lists of ReceiveEntryLayout.
  Slot<Part<DynamicArrayLayout>> src_trecv_queues;
  // The messages of processes without an address.
  Slot<Part<LinkLayout>> unspec_unexp_tag_queue;
  // The processes from which there are messages, linked by UnexpectedPeerLayout::entry.
  Slot<Part<LinkLayout>> unexp_peers;
  // Points to the pool of ReceiveEntryLayout.
  Slot<Address> rx_pool;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("dir_recv", dir_recv);
    field("iov_limit", iov_limit);
    field("cq", cq);
    field("tag_queue", tag_queue);
    field("src_trecv_queues", src_trecv_queues);
    field("unspec_unexp_tag_queue", unspec_unexp_tag_queue);
    field("unexp_peers", unexp_peers);
    field("rx_pool", rx_pool);
  }
};

// Describes util_unexp_peer, the messages of one process.
struct UnexpectedPeerLayout : StructLayout {
  UnexpectedPeerLayout() : StructLayout("util_unexp_peer") {}
  Slot<Part<LinkLayout>> entry;
  // The messages without tags, and the tagged ones: lists of ReceiveEntryLayout.
  Slot<Part<SinglyLinkedLayout>> msg_queue;
  Slot<Part<SinglyLinkedLayout>> tag_queue;
  // The number of messages in both.
  Slot<std::int32_t> cnt;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("entry", entry);
    field("msg_queue", msg_queue);
    field("tag_queue", tag_queue);
    field("cnt", cnt);
  }
};

// Describes fi_peer_rx_entry, the part of a receive or message that all providers know.
struct PeerEntryLayout : StructLayout {
  PeerEntryLayout() : StructLayout("fi_peer_rx_entry") {}
  // The process: the source of a message, or that of a receive; see any_address.
  Slot<std::uint64_t> addr;
  // The bytes of a message: `size` up to 1.22, then `msg_size`. For a posted receive it may be stale.
  Slot<Optional<SizeT>> size;
  Slot<Optional<SizeT>> msg_size;
  Slot<std::uint64_t> tag;
  Slot<Optional<std::uint64_t>> cq_data;
  // See flags_of_receives and flag_remote_data.
  Slot<std::uint64_t> flags;
  // The context that the MPI library has passed. Stale in unexpected messages.
  Slot<Address> context;
  // The number of parts of the buffer. Stale in unexpected messages.
  Slot<SizeT> count;
  // The provider's own record of a message, such as a RxmReceiveBufferLayout.
  Slot<Address> peer_context;
  // Points to the parts of the buffer, which are iovec.
  Slot<Address> iov;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("addr", addr);
    field("size", size);
    field("msg_size", msg_size);
    field("tag", tag);
    field("cq_data", cq_data);
    field("flags", flags);
    field("context", context);
    field("count", count);
    field("peer_context", peer_context);
    field("iov", iov);
  }
};

// Describes util_rx_entry, an entry of SharedReceiveLayout. The pointer to the next entry is at its start.
struct ReceiveEntryLayout : StructLayout {
  ReceiveEntryLayout() : StructLayout("util_rx_entry") {}
  Slot<Part<PeerEntryLayout>> peer_entry;
  // The number of receives that were posted before this one. Stale in unexpected messages, like `ignore`.
  Slot<std::uint64_t> seq_no;
  // The bits of the tag that are not compared.
  Slot<std::uint64_t> ignore;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("peer_entry", peer_entry);
    field("seq_no", seq_no);
    field("ignore", ignore);
  }
};

}  // namespace mpidbg::layout::ofi
