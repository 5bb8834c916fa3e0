#pragma once
// Describes requests. The device's part of a request is a union. The request's kind and communicator determine its
// valid member. Source: src/include/mpir_request.h and src/mpid/ch4/include/mpidpre.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/mpich/p2p/active_message_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIDI_prequest_t, the arguments of a persistent request to send or receive.
struct PersistentRequestLayout : StructLayout {
  PersistentRequestLayout() : StructLayout("MPIDI_prequest_t") {}
  // The kind of operation, one of PersistentType.
  Slot<std::uint32_t> p_type;
  Slot<Address> buffer;
  Slot<PtrdiffT> count;
  Slot<std::int32_t> rank, tag;
  // The context id in 4.0 and 4.1.
  Slot<Optional<std::uint16_t>> context_id;
  // The offset of the context id since 4.2.
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

// Describes MPIDI_self_request_t, a request on a communicator with a single process. No device transports its message.
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

// Describes MPIDI_UCX_request_t, a request for a message that UCX transports.
struct UcxRequestLayout : StructLayout {
  UcxRequestLayout() : StructLayout("MPIDI_UCX_request_t") {}
  // For a matched message, points to UCX's descriptor of the message.
  Slot<Address> message_handler;
  // For a receive since 4.2: `type` (one of UcxReceiveType) states which kind of buffer was passed to UCX. If it is
  // memory of the library, `user_buffer` and `count` are the program's arguments.
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

// Describes MPIDIG_part_request_t, the part of a partitioned request that lets the two sides find each other.
struct PartitionedMatchLayout : StructLayout {
  PartitionedMatchLayout() : StructLayout("MPIDIG_part_request_t") {}
  // The address of the other side's request in the memory of that process. A receive has it once the announcement of
  // MPI_Psend_init has arrived, and a send once the receiver has started.
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

// Describes MPIDI_part_request_t, a request of MPI_Psend_init or MPI_Precv_init. A send does not store its tag. The
// source and tag of a receive are here up to 4.3; later versions have them in the request's MPI_Status.
struct PartitionedRequestLayout : StructLayout {
  PartitionedRequestLayout() : StructLayout("MPIDI_part_request_t") {}
  Slot<Part<PartitionedMatchLayout>> am;
  Slot<Address> buffer;
  // The number of elements in each partition.
  Slot<PtrdiffT> count;
  Slot<std::uint32_t> datatype;
  // The destination of a send, a member of a union.
  Slot<First<std::int32_t>> destination;
  // A union of int members. For a receive, it contains the source.
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

// Describes MPIDI_Devreq_t, the part of a request that belongs to the device.
struct DeviceRequestLayout : StructLayout {
  DeviceRequestLayout() : StructLayout("MPIDI_Devreq_t") {}
  Slot<
      Part<PersistentRequestLayout, SelfRequestLayout, UcxRequestLayout, PartitionedRequestLayout, ActiveMessageLayout>>
      ch4;
  // Not 0 if the message is transported within the node. Absent in builds that use the network device for such messages
  // as well.
  Slot<Optional<std::int32_t>> is_local;
  // For a receive from any source, points to the second request for the same receive, in the other device. The first
  // slot is the field's name up to 4.1, the second its name since 4.2.
  Slot<Optional<Address>> anysource_partner_request, anysrc_partner;
  // The same as RequestLayout::completion_notification. Since 4.2 the field is here.
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

// Describes MPIR_Request, the object behind an MPI_Request.
struct RequestLayout : StructLayout {
  RequestLayout() : StructLayout("MPIR_Request") {}
  using Base = ObjectLayout;
  // The kind of request, one of RequestKind or one of the kinds in numbers.h.
  Slot<std::uint32_t> kind;
  // The address of the completion counter, an int that is 0 when the request is complete: the request's own `cc` or,
  // for a persistent request, the `cc` of the request that it has started.
  Slot<Address> cc_ptr;
  Slot<First<std::int32_t>> cc;
  // Points to the communicator; null if the device does not store it.
  Slot<Address> comm;
  // An MPI_Status. In an incomplete request it contains the status of an earlier request. Exception: since 5.0, a
  // receive that the library itself matches has its source and tag here.
  Slot<Embedded> status;
  // The address of the completion counter of another request that completes together with this one; null if none does.
  // Since 4.2, this field is in the device's part.
  Slot<Optional<Address>> completion_notification;
  // A member of a union. In a persistent request, it points to the request that this one has started; in a generalized
  // request, to the functions; in a request of a window, to the window.
  Slot<Address> u;
  // A member of the same union as `u`: the schedule of a persistent collective operation, set by the call that makes
  // the request.
  Slot<Address> schedule;
  // A member of the same union as `u`, for partitioned requests: the number of partitions (an int), followed by an int
  // that is not 0 from MPI_Start until the request is completed.
  Slot<Embedded> part;
  // Pointers to the neighbours in a list; see InterfaceLayout.
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

// Describes MPIR_Grequest_fns, the functions passed to MPI_Grequest_start.
struct GeneralizedFunctionsLayout : StructLayout {
  GeneralizedFunctionsLayout() : StructLayout("MPIR_Grequest_fns") {}
  Slot<Address> cancel_fn, free_fn, query_fn;
  // The function that makes the request progress, an argument of MPIX_Grequest_start. MPI calls that wait for the
  // request call it.
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
