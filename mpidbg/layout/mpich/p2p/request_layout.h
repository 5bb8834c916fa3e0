#pragma once
// Requests. The device's part of a request is a union whose valid member depends on the request's kind and
// communicator. Source: src/include/mpir_request.h and src/mpid/ch4/include/mpidpre.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/mpich/p2p/active_message_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// The arguments of a persistent request to send or receive.
struct PersistentRequestLayout : StructLayout {
  PersistentRequestLayout() : StructLayout("MPIDI_prequest_t") {}
  // One of the values of PersistentType.
  Slot<std::uint32_t> p_type;
  Slot<Address> buffer;
  Slot<PtrdiffT> count;
  Slot<std::int32_t> rank, tag;
  // Present in 4.0 and 4.1.
  Slot<Optional<std::uint16_t>> context_id;
  // Present since 4.2.
  Slot<Optional<std::int32_t>> context_offset;
  Slot<std::uint32_t> datatype;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("p_type", p_type);
    field("buffer", buffer);
    field("count", count);
    field("rank", rank);
    field("tag", tag);
    field("context_id", context_id);
    field("context_offset", context_offset);
    field("datatype", datatype);
  }
};

// A request on a communicator with a single process, whose messages no device transports.
struct SelfRequestLayout : StructLayout {
  SelfRequestLayout() : StructLayout("MPIDI_self_request_t") {}
  Slot<Address> buf;
  Slot<PtrdiffT> count;
  Slot<std::uint32_t> datatype;
  Slot<std::int32_t> tag, context_id;
  Slot<Address> match_req;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("buf", buf);
    field("count", count);
    field("datatype", datatype);
    field("tag", tag);
    field("context_id", context_id);
    field("match_req", match_req);
  }
};

// A request whose message UCX transports.
struct UcxRequestLayout : StructLayout {
  UcxRequestLayout() : StructLayout("MPIDI_UCX_request_t") {}
  // For a matched message, the descriptor of UCX.
  Slot<Address> message_handler;
  // For a receive, since 4.2: the kind of buffer passed to UCX and, if that is memory of the library, the program's
  // arguments.
  // One of the values of UcxReceiveType.
  Slot<Optional<std::uint32_t>> type;
  Slot<Optional<Address>> user_buffer;
  Slot<Optional<PtrdiffT>> count;
  Slot<Optional<std::uint32_t>> datatype;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("message_handler", message_handler);
    field("s.type", type);
    field("s.u.pack.user_buf", user_buffer);
    field("s.u.pack.count", count);
    field("s.u.pack.datatype", datatype);
  }
};

// The state that the two sides of partitioned communication share.
struct PartitionedMatchLayout : StructLayout {
  PartitionedMatchLayout() : StructLayout("MPIDIG_part_request_t") {}
  // The request in the memory of the other side. A receive has it once it has heard of MPI_Psend_init, and a send once
  // the receiver has started.
  Slot<Address> peer_req_ptr;
  // For a send, the number of events that must happen before the data can be sent: one for each partition that is not
  // ready, and one until the receiver has started. It is reset to the full number when the data is sent.
  Slot<First<std::int32_t>> missing;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("peer_req_ptr", peer_req_ptr);
    field("u.send", missing);
  }
};

// A request of MPI_Psend_init or MPI_Precv_init. A send does not keep its tag. Source and tag of a receive are here up
// to 4.3; later versions have them in the request's MPI_Status.
struct PartitionedRequestLayout : StructLayout {
  PartitionedRequestLayout() : StructLayout("MPIDI_part_request_t") {}
  Slot<Part<PartitionedMatchLayout>> am;
  Slot<Address> buffer;
  // The number of elements in each partition.
  Slot<PtrdiffT> count;
  Slot<std::uint32_t> datatype;
  // The destination of a send.
  Slot<First<std::int32_t>> destination;
  // The union of `destination` and `source`, both an int: the source of a receive.
  Slot<Embedded> source;
  // The tag of a receive.
  Slot<Optional<std::int32_t>> tag;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("am", am);
    field("buffer", buffer);
    field("count", count);
    field("datatype", datatype);
    field("u.send", destination);
    field("u.recv", source);
    field("u.recv.tag", tag);
  }
};

// The device's part of a request.
struct DeviceRequestLayout : StructLayout {
  DeviceRequestLayout() : StructLayout("MPIDI_Devreq_t") {}
  Slot<
      Part<PersistentRequestLayout, SelfRequestLayout, UcxRequestLayout, PartitionedRequestLayout, ActiveMessageLayout>>
      ch4;
  // Absent in builds in which messages within a node also use the network device.
  Slot<Optional<std::int32_t>> is_local;
  // The request for the same receive from any source in the other device, under its names up to 4.1 and since 4.2.
  Slot<Optional<Address>> anysource_partner_request, anysrc_partner;
  // Present since 4.2; see RequestLayout.
  Slot<Optional<Address>> completion_notification;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ch4", ch4);
    field("is_local", is_local);
    field("anysource_partner_request", anysource_partner_request);
    field("anysrc_partner", anysrc_partner);
    field("completion_notification", completion_notification);
  }
};

// The object behind an MPI_Request.
struct RequestLayout : StructLayout {
  RequestLayout() : StructLayout("MPIR_Request") {}
  using Base = ObjectLayout;
  // A RequestKind, or one of the kinds in numbers.h.
  Slot<std::uint32_t> kind;
  // The address of an int that is 0 when the request is complete: of `cc`, or of that of a persistent request's active
  // request.
  Slot<Address> cc_ptr;
  Slot<First<std::int32_t>> cc;
  // Null if the device does not keep it.
  Slot<Address> comm;
  // An MPI_Status. In an incomplete request it is that of an earlier request, except that receives that the library
  // matches itself have source and tag here since 5.0.
  Slot<Embedded> status;
  // The counter of another request that completes together with this one; null if there is none. Since 4.2, the
  // device's part has it.
  Slot<Optional<Address>> completion_notification;
  // A union by kind: the active request of a persistent request, the functions of a generalized request, or the window.
  Slot<Address> u;
  // Part of the same union: the schedule of a persistent collective operation, set by the call that makes the request.
  Slot<Address> schedule;
  // For partitioned requests, part of the same union as `u`: the number of partitions (an int), followed by an int that
  // is not 0 from MPI_Start until the request is completed.
  Slot<Embedded> part;
  // The links of a request in a list; see InterfaceLayout.
  Slot<Optional<Address>> next, prev;
  Slot<Part<DeviceRequestLayout>> dev;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("kind", kind);
    field("cc_ptr", cc_ptr);
    field("cc", cc);
    field("comm", comm);
    field("status", status);
    field("completion_notification", completion_notification);
    field("u", u);
    field("u.persist_coll.sched", schedule);
    field("u.part", part);
    field("next", next);
    field("prev", prev);
    field("dev", dev);
  }
};

// The functions passed to MPI_Grequest_start.
struct GeneralizedFunctionsLayout : StructLayout {
  GeneralizedFunctionsLayout() : StructLayout("MPIR_Grequest_fns") {}
  Slot<Address> cancel_fn, free_fn, query_fn;
  // Set by MPIX_Grequest_start: calls that wait call it, and it completes the request.
  Slot<Optional<Address>> poll_fn;
  Slot<Address> grequest_extra_state;
  Slot<std::uint32_t> greq_lang;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("U.C.cancel_fn", cancel_fn);
    field("U.C.free_fn", free_fn);
    field("U.C.query_fn", query_fn);
    field("poll_fn", poll_fn);
    field("grequest_extra_state", grequest_extra_state);
    field("greq_lang", greq_lang);
  }
};

}  // namespace mpidbg::layout::mpich
