#pragma once
// Describes requests. Their fields for sends and for receives are in a union, so sends and receives have separate
// layouts. Sources: src/ucp/core/ucp_request.h, src/ucp/dt/datatype_iter.h, dt_generic.h and
// src/ucp/proto/proto_select.h.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::ucx {

struct ContiguousIteratorLayout;
struct GenericIteratorLayout;
struct ReceivedLayout;

// Describes the fields that ucp_request, UCX's request, has for every operation. The user of UCX gets the address of
// the end of this struct.
struct RequestLayout : StructLayout {
  RequestLayout() : StructLayout("ucp_request") {}
  // The state of the request, a ucs_status_t; negative if the request has failed.
  Slot<std::int8_t> status;
  Slot<std::uint32_t> flags;
  Slot<Address> user_data;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("status", status);
    field("flags", flags);
    field("user_data", user_data);
  }
};

// Describes ucp_request as it is for a posted receive.
struct ReceiveRequestLayout : StructLayout {
  ReceiveRequestLayout() : StructLayout("ucp_request") {}
  using Base = RequestLayout;
  // The link of the request in a RequestQueueLayout: a pointer to the next element.
  Slot<Embedded> queue;
  // The buffer, datatype and length up to 1.15. Later versions have an iterator instead.
  Slot<Optional<Address>> buffer;
  Slot<Optional<std::uint64_t>> datatype;
  Slot<Optional<SizeT>> length;
  // The progress of the transfer, a ContiguousIteratorLayout or a GenericIteratorLayout; since 1.16.
  Slot<Optional<Embedded>> iterator;
  Slot<Address> worker;
  Slot<std::uint64_t> tag;
  Slot<std::uint64_t> tag_mask;
  // The number of receives that were posted before this one.
  Slot<std::uint64_t> sn;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("recv.queue", queue);
    field("recv.buffer", buffer);
    field("recv.datatype", datatype);
    field("recv.length", length);
    field("recv.dt_iter", iterator);
    field("recv.worker", worker);
    field("recv.tag.tag", tag);
    field("recv.tag.tag_mask", tag_mask);
    field("recv.tag.sn", sn);
  }
};

// Describes ucp_request as it is for a receive that has matched a message and has left its queue.
struct MatchedReceiveLayout : StructLayout {
  MatchedReceiveLayout() : StructLayout("ucp_request") {}
  using Base = ReceiveRequestLayout;
  // The number of bytes of a message in several fragments that have not arrived yet.
  Slot<PtrdiffT> remaining;
  Slot<Part<ReceivedLayout>> info;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("recv.remaining", remaining);
    field("recv.tag.info", info);
  }
};

// Describes ucp_request as it is for a send.
struct SendRequestLayout : StructLayout {
  SendRequestLayout() : StructLayout("ucp_request") {}
  using Base = RequestLayout;
  // Points to an EndpointLayout.
  Slot<Address> ep;
  // The buffer, datatype and length. Valid unless a protocol sends the request; see request_protocol.
  Slot<Address> buffer;
  Slot<std::uint64_t> datatype;
  Slot<SizeT> length;
  // Points to the protocol. `proto_config` and `iterator` are valid if a protocol sends the request.
  Slot<Address> proto_config;
  Slot<Part<ContiguousIteratorLayout, GenericIteratorLayout>> iterator;
  Slot<std::uint64_t> tag;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("send.ep", ep);
    field("send.buffer", buffer);
    field("send.datatype", datatype);
    field("send.length", length);
    field("send.proto_config", proto_config);
    field("send.state.dt_iter", iterator);
    field("send.msg_proto.tag", tag);
  }
};

// Describes ucp_tag_recv_info, the description of the message that a receive has matched.
struct ReceivedLayout : StructLayout {
  ReceivedLayout() : StructLayout("ucp_tag_recv_info") {}
  Slot<std::uint64_t> sender_tag;
  Slot<SizeT> length;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("sender_tag", sender_tag);
    field("length", length);
  }
};

// Describes ucp_datatype_iter_t, the progress of a transfer, as it is for contiguous bytes.
struct ContiguousIteratorLayout : StructLayout {
  ContiguousIteratorLayout() : StructLayout("ucp_datatype_iter_t") {}
  Slot<std::uint32_t> dt_class;
  Slot<SizeT> length;
  // The number of bytes sent or received so far.
  Slot<SizeT> offset;
  Slot<Address> buffer;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("dt_class", dt_class);
    field("length", length);
    field("offset", offset);
    field("type.contig.buffer", buffer);
  }
};

// Describes ucp_datatype_iter_t, the progress of a transfer, as it is for a generic datatype.
struct GenericIteratorLayout : StructLayout {
  GenericIteratorLayout() : StructLayout("ucp_datatype_iter_t") {}
  // Points to the buffer. Missing in 1.13, which keeps only the state that the user of UCX has made.
  Slot<Optional<Address>> buffer;
  // Points to a GenericDatatypeLayout.
  Slot<Address> dt_gen;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type.generic.buffer", buffer);
    field("type.generic.dt_gen", dt_gen);
  }
};

// Describes ucp_dt_generic, a datatype defined by the user of UCX.
struct GenericDatatypeLayout : StructLayout {
  GenericDatatypeLayout() : StructLayout("ucp_dt_generic") {}
  // Points to the datatype of the user of UCX.
  Slot<Address> context;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("context", context);
  }
};

// Describes ucp_proto_config_t, a protocol of UCX for sending.
struct ProtocolLayout : StructLayout {
  ProtocolLayout() : StructLayout("ucp_proto_config_t") {}
  // The operation, in the bits of operation_mask.
  Slot<First<std::uint8_t>> select_param;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("select_param", select_param);
  }
};

}  // namespace mpidbg::layout::ucx
