#pragma once
// Describes the point-to-point layer ob1. Source: ompi/mca/pml/ob1 of 4.1 (pml_ob1.h, _comm.h, _hdr.h, _recvfrag.h,
// _recvreq.h, _sendreq.h); btl.h for segments; mca.h for the name of the selected layer.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/openmpi/p2p/request_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct Ob1CommonHeaderLayout;
struct Ob1MatchHeaderLayout;
struct Ob1RendezvousHeaderLayout;
struct SegmentLayout;

// Describes mca_pml_comm_t, ob1's data about a communicator. The name of its class is mca_pml_ob1_comm_t.
struct Ob1CommLayout : StructLayout {
  Ob1CommLayout() : StructLayout("mca_pml_comm_t") {}
  using Base = ObjectLayout;
  Slot<Embedded> wild_receives;
  // Points to an array of num_procs pointers, each to the data about one peer. A pointer is null until the peer is
  // first used.
  Slot<Address> procs;
  Slot<SizeT> num_procs;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("wild_receives", wild_receives);
    field("procs", procs);
    field("num_procs", num_procs);
  }
};

// Describes mca_pml_ob1_comm_proc_t, ob1's data about a peer of a communicator.
struct Ob1CommProcLayout : StructLayout {
  Ob1CommProcLayout() : StructLayout("mca_pml_ob1_comm_proc_t") {}
  using Base = ObjectLayout;
  // The sequence number of the next message from the peer. The first message has the number 1.
  Slot<std::uint16_t> expected_sequence;
  // The sequence number of the last message to the peer. Messages contain its lowest 16 bits.
  Slot<std::int32_t> send_sequence;
  // Points to a ring of messages that have arrived before others with smaller sequence numbers.
  Slot<Address> frags_cant_match;
  Slot<Embedded> specific_receives;
  Slot<Embedded> unexpected_frags;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("expected_sequence", expected_sequence);
    field("send_sequence", send_sequence);
    field("frags_cant_match", frags_cant_match);
    field("specific_receives", specific_receives);
    field("unexpected_frags", unexpected_frags);
  }
};

// Describes mca_pml_ob1_recv_frag_t, a message that has arrived.
struct Ob1ReceiveFragmentLayout : StructLayout {
  Ob1ReceiveFragmentLayout() : StructLayout("mca_pml_ob1_recv_frag_t") {}
  using Base = FreeListItemLayout;
  Slot<Embedded> super;
  // The header: a union of all kinds of headers. Each kind starts with the common header.
  Slot<Part<Ob1CommonHeaderLayout, Ob1MatchHeaderLayout, Ob1RendezvousHeaderLayout>> hdr;
  Slot<SizeT> num_segments;
  // Points to a ring of further messages. Their sequence numbers directly follow that of this message.
  Slot<Address> range;
  // The pieces of the message, an array of num_segments SegmentLayout.
  Slot<Part<SegmentLayout>> segments;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("super", super);
    field("hdr", hdr);
    field("num_segments", num_segments);
    field("range", range);
    field("segments", segments);
  }
};

// Describes mca_pml_ob1_common_hdr_t, the common start of all headers.
struct Ob1CommonHeaderLayout : StructLayout {
  Ob1CommonHeaderLayout() : StructLayout("mca_pml_ob1_common_hdr_t") {}
  Slot<std::uint8_t> hdr_type;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("hdr_type", hdr_type);
  }
};

// Describes mca_pml_ob1_match_hdr_t, the header of an eager message.
struct Ob1MatchHeaderLayout : StructLayout {
  Ob1MatchHeaderLayout() : StructLayout("mca_pml_ob1_match_hdr_t") {}
  Slot<std::uint16_t> hdr_ctx;
  Slot<std::int32_t> hdr_src;
  Slot<std::int32_t> hdr_tag;
  Slot<std::uint16_t> hdr_seq;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("hdr_ctx", hdr_ctx);
    field("hdr_src", hdr_src);
    field("hdr_tag", hdr_tag);
    field("hdr_seq", hdr_seq);
  }
};

// Describes mca_pml_ob1_rendezvous_hdr_t, the header of a rendezvous.
struct Ob1RendezvousHeaderLayout : StructLayout {
  Ob1RendezvousHeaderLayout() : StructLayout("mca_pml_ob1_rendezvous_hdr_t") {}
  Slot<std::uint64_t> hdr_msg_length;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("hdr_msg_length", hdr_msg_length);
  }
};

// Describes mca_btl_base_segment_t, a piece of a message's data.
struct SegmentLayout : StructLayout {
  SegmentLayout() : StructLayout("mca_btl_base_segment_t") {}
  // The address of the data: a union of a pointer and a 64-bit integer. The pointer is read.
  Slot<Address> seg_addr;
  Slot<std::uint64_t> seg_len;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("seg_addr", seg_addr);
    field("seg_len", seg_len);
  }
};

// Describes mca_pml_ob1_recv_request_t, a request to receive.
struct Ob1ReceiveRequestLayout : StructLayout {
  Ob1ReceiveRequestLayout() : StructLayout("mca_pml_ob1_recv_request_t") {}
  using Base = PmlReceiveRequestLayout;
  Slot<SizeT> req_bytes_received;
  Slot<SizeT> req_bytes_expected;
  Slot<bool> req_match_received;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_bytes_received", req_bytes_received);
    field("req_bytes_expected", req_bytes_expected);
    field("req_match_received", req_match_received);
  }
};

// Describes mca_pml_ob1_send_request_t, a request to send.
struct Ob1SendRequestLayout : StructLayout {
  Ob1SendRequestLayout() : StructLayout("mca_pml_ob1_send_request_t") {}
  using Base = PmlSendRequestLayout;
  Slot<SizeT> req_bytes_delivered;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_bytes_delivered", req_bytes_delivered);
  }
};

// Describes mca_pml_ob1_t, ob1's global data.
struct Ob1ModuleLayout : StructLayout {
  Ob1ModuleLayout() : StructLayout("mca_pml_ob1_t") {}
  Slot<Embedded> non_existing_communicator_pending;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("non_existing_communicator_pending", non_existing_communicator_pending);
  }
};

// Describes mca_base_component_t, the component of the selected point-to-point layer.
struct ComponentLayout : StructLayout {
  ComponentLayout() : StructLayout("mca_base_component_t") {}
  // The layer's name: up to MCA_BASE_MAX_COMPONENT_NAME_LEN characters and the NUL.
  Slot<Text<64>> mca_component_name;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("mca_component_name", mca_component_name);
  }
};

}  // namespace mpidbg::layout::openmpi
