#pragma once
// Requests. Source: src/include/mpir_request.h and src/mpid/ch4/include/mpidpre.h, 4.0 to 5.0. What the device needs of
// a request is a union, and which member is used depends on the request's kind and communicator.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/mpich/p2p/active_message_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// The arguments of a persistent request to send or receive.
struct PersistentRequestLayout : StructLayout {
  PersistentRequestLayout() : StructLayout("MPIDI_prequest_t") {}
  Slot<std::uint32_t> p_type;  // PersistentType
  Slot<Address> buffer;
  Slot<PtrdiffT> count;
  Slot<std::int32_t> rank, tag;
  Slot<Optional<std::uint16_t>> context_id;     // 4.0 and 4.1
  Slot<Optional<std::int32_t>> context_offset;  // since
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

// A request on a communicator with a single process, whose messages no device carries.
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

// A request whose message UCX carries.
struct UcxRequestLayout : StructLayout {
  UcxRequestLayout() : StructLayout("MPIDI_UCX_request_t") {}
  Slot<Address> message_handler;  // of a matched message: UCX's descriptor
  // From 4.2 on, of a receive: what UCX was given, and the program's arguments where that is memory of the library's
  // own.
  Slot<Optional<std::uint32_t>> type;  // UcxReceiveType
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

// What the two sides of partitioned communication know of each other.
struct PartitionedMatchLayout : StructLayout {
  PartitionedMatchLayout() : StructLayout("MPIDIG_part_request_t") {}
  // In the memory of the other side: of a receive once MPI_Psend_init has been heard of, of a send once the receiver
  // has started.
  Slot<Address> peer_req_ptr;
  // In a send: how much is missing before the data can be sent. One for each partition that is not ready, and one until
  // the receiver has started; reset to the full number when the data is sent.
  Slot<First<std::int32_t>> missing;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("peer_req_ptr", peer_req_ptr);
    field("u.send", missing);
  }
};

// A request of MPI_Psend_init or MPI_Precv_init. A send does not note its tag. Source and tag of a receive are here up
// to 4.3, and since in the request's MPI_Status.
struct PartitionedRequestLayout : StructLayout {
  PartitionedRequestLayout() : StructLayout("MPIDI_part_request_t") {}
  Slot<Part<PartitionedMatchLayout>> am;
  Slot<Address> buffer;
  Slot<PtrdiffT> count;  // of each partition
  Slot<std::uint32_t> datatype;
  Slot<First<std::int32_t>> destination;  // of a send
  Slot<Embedded> source;                  // of a receive that has its tag here: an int, in the same union
  Slot<Optional<std::int32_t>> tag;       // of a receive
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

struct DeviceRequestLayout : StructLayout {
  DeviceRequestLayout() : StructLayout("MPIDI_Devreq_t") {}
  Slot<
      Part<PersistentRequestLayout, SelfRequestLayout, UcxRequestLayout, PartitionedRequestLayout, ActiveMessageLayout>>
      ch4;
  Slot<Optional<std::int32_t>> is_local;  // absent where messages within a node go through the network device, too
  // The request that is the same receive from any source in the other device: its name up to 4.1, and from 4.2 on.
  Slot<Optional<Address>> anysource_partner_request, anysrc_partner;
  Slot<Optional<Address>> completion_notification;  // from 4.2 on; see RequestLayout
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ch4", ch4);
    field("is_local", is_local);
    field("anysource_partner_request", anysource_partner_request);
    field("anysrc_partner", anysrc_partner);
    field("completion_notification", completion_notification);
  }
};

struct RequestLayout : StructLayout {
  RequestLayout() : StructLayout("MPIR_Request") {}
  using Base = ObjectLayout;
  Slot<std::uint32_t> kind;  // RequestKinds
  Slot<Address> cc_ptr;      // an int: 0 when it is complete; `cc`, or that of the active request of a persistent one
  Slot<First<std::int32_t>> cc;
  Slot<Address> comm;  // null where the device does not note it
  // MPI_Status; of one that is not complete, of another that was there before, except that from 5.0 on receives that
  // the library matches itself have their source and tag here.
  Slot<Embedded> status;
  // The counter of another request that is complete when this one is; null: of none. From 4.2 on the device has it.
  Slot<Optional<Address>> completion_notification;
  Slot<Address> u;         // by kind: the active request of a persistent one; generalized: its functions; the window
  Slot<Address> schedule;  // in the same union: of a persistent collective operation, from the call that makes it
  // In partitioned requests, in the same union as `u`: the number of partitions (int), followed by an int that is not 0
  // from MPI_Start until the request is completed.
  Slot<Embedded> part;
  Slot<Optional<Address>> next, prev;  // of those in a list; see InterfaceLayout
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

// What a generalized request was started with.
struct GeneralizedFunctionsLayout : StructLayout {
  GeneralizedFunctionsLayout() : StructLayout("MPIR_Grequest_fns") {}
  Slot<Address> cancel_fn, free_fn, query_fn;
  Slot<Optional<Address>> poll_fn;  // of MPIX_Grequest_start: calls that wait call it, and it completes the request
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
