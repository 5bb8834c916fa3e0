#pragma once
// Requests. A union of sends and receives, so that each has a description of its own. Source:
// src/ucp/core/ucp_request.h, src/ucp/dt/datatype_iter.h, dt_generic.h and src/ucp/proto/proto_select.h.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::ucx {

struct ContiguousIteratorLayout;
struct GenericIteratorLayout;
struct ReceivedLayout;

// What all requests have. The user of UCX is given the address behind the request.
struct RequestLayout : StructLayout {
  RequestLayout() : StructLayout("ucp_request") {}
  Slot<std::int8_t> status;  // ucs_status_t: negative once it has failed
  Slot<std::uint32_t> flags;
  Slot<Address> user_data;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("status", status);
    field("flags", flags);
    field("user_data", user_data);
  }
};

struct ReceiveRequestLayout : StructLayout {
  ReceiveRequestLayout() : StructLayout("ucp_request") {}
  using Base = RequestLayout;
  Slot<Embedded> queue;  // the element of a RequestQueueLayout: a pointer to the next
  // Until 1.15; later versions have an iterator in their place.
  Slot<Optional<Address>> buffer;
  Slot<Optional<std::uint64_t>> datatype;
  Slot<Optional<SizeT>> length;
  Slot<Optional<Embedded>> iterator;  // ContiguousIteratorLayout or GenericIteratorLayout
  Slot<Address> worker;
  Slot<std::uint64_t> tag;
  Slot<std::uint64_t> tag_mask;
  Slot<std::uint64_t> sn;  // receives that were posted before it
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

// A receive that has matched, and is in no queue any more.
struct MatchedReceiveLayout : StructLayout {
  MatchedReceiveLayout() : StructLayout("ucp_request") {}
  using Base = ReceiveRequestLayout;
  Slot<PtrdiffT> remaining;  // bytes to come of a message in several fragments
  Slot<Part<ReceivedLayout>> info;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("recv.remaining", remaining);
    field("recv.tag.info", info);
  }
};

struct SendRequestLayout : StructLayout {
  SendRequestLayout() : StructLayout("ucp_request") {}
  using Base = RequestLayout;
  Slot<Address> ep;  // EndpointLayout
  // Unless the request is sent by a protocol: see request_protocol.
  Slot<Address> buffer;
  Slot<std::uint64_t> datatype;
  Slot<SizeT> length;
  // If it is.
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

// The message.
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

struct ContiguousIteratorLayout : StructLayout {
  ContiguousIteratorLayout() : StructLayout("ucp_datatype_iter_t") {}
  Slot<std::uint32_t> dt_class;
  Slot<SizeT> length;
  Slot<SizeT> offset;  // bytes that were sent or received
  Slot<Address> buffer;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("dt_class", dt_class);
    field("length", length);
    field("offset", offset);
    field("type.contig.buffer", buffer);
  }
};

struct GenericIteratorLayout : StructLayout {
  GenericIteratorLayout() : StructLayout("ucp_datatype_iter_t") {}
  Slot<Optional<Address>> buffer;  // 1.13 has only the state that the user of UCX has made
  Slot<Address> dt_gen;            // GenericDatatypeLayout
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type.generic.buffer", buffer);
    field("type.generic.dt_gen", dt_gen);
  }
};

struct GenericDatatypeLayout : StructLayout {
  GenericDatatypeLayout() : StructLayout("ucp_dt_generic") {}
  Slot<Address> context;  // of the user of UCX: its datatype
  template <class Visitor>
  void describe(Visitor &&field) {
    field("context", context);
  }
};

struct ProtocolLayout : StructLayout {
  ProtocolLayout() : StructLayout("ucp_proto_config_t") {}
  Slot<First<std::uint8_t>> select_param;  // the operation: see operation_mask
  template <class Visitor>
  void describe(Visitor &&field) {
    field("select_param", select_param);
  }
};

}  // namespace mpidbg::layout::ucx
