#pragma once
// The messages that MPICH itself matches: those over shared memory, and those that no network device takes. Source:
// src/mpid/ch4/include/mpidpre.h and src/mpid/ch4/src/ch4_types.h, 4.0 to 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// What the state of a receive begins with.
struct ReceiveStateLayout : StructLayout {
  ReceiveStateLayout() : StructLayout("MPIDIG_rreq_t") {}
  Slot<Address> peer_req_ptr;  // the sender's MPIR_Request, in its memory, of synchronous and rendezvous messages
  template <class Visitor>
  void describe(Visitor &&field) {
    field("peer_req_ptr", peer_req_ptr);
  }
};

// What a request has beside itself.
struct ActiveMessageStateLayout : StructLayout {
  ActiveMessageStateLayout() : StructLayout("MPIDIG_req_ext_t") {}
  Slot<std::uint64_t> status;  // ActiveMessageFlag
  Slot<Part<ReceiveStateLayout>> rreq;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("status", status);
    field("rreq", rreq);
  }
};

// A receive, or a message that none has matched. Of a send only rendezvous messages have anything, and nothing tells
// that a request is one.
struct ActiveMessageLayout : StructLayout {
  ActiveMessageLayout() : StructLayout("MPIDIG_req_t") {}
  Slot<Address> req;                         // ActiveMessageStateLayout
  Slot<Address> buffer;                      // the program's; of a message: the library's, or null
  Slot<PtrdiffT> count;                      // of a message: its bytes
  Slot<std::uint32_t> datatype;              // of a message: MPI_BYTE
  Slot<Optional<std::int32_t>> source, tag;  // up to 4.3; since in the request's MPI_Status
  Slot<Unsigned16Or32> context_id;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req", req);
    field("buffer", buffer);
    field("count", count);
    field("datatype", datatype);
    field("u.recv.source", source);
    field("u.recv.tag", tag);
    field("u.recv.context_id", context_id);
  }
};

// One of the virtual interfaces. Both lists are of MPIR_Requests: `prev` of the first leads to the last one, `next` of
// the last one is null.
struct InterfaceLayout : StructLayout {
  InterfaceLayout() : StructLayout("MPIDI_per_vci_t") {}
  Slot<Address> posted_list, unexp_list;
  Slot<Optional<First<std::int32_t>>> progress_count;  // of requests that were freed; up to 4.1
  template <class Visitor>
  void describe(Visitor &&field) {
    field("progress_count", progress_count);
    field("posted_list", posted_list);
    field("unexp_list", unexp_list);
  }
};

// A queue in the shared memory of a node. Source: src/mpid/common/genq/mpidu_genqi_shmem_types.h
struct SharedQueueLayout : StructLayout {
  SharedQueueLayout() : StructLayout("MPIDU_genq_shmem_queue_u") {}
  Slot<SizeT> head, tail;  // 0: none
  template <class Visitor>
  void describe(Visitor &&field) {
    field("q.head.s", head);
    field("q.tail.s", tail);
  }
};

// What the processes of a node write to each other. Source: src/mpid/ch4/shm/posix/eager/iqueue/iqueue_types.h
struct SharedTransportLayout : StructLayout {
  SharedTransportLayout() : StructLayout("MPIDI_POSIX_eager_iqueue_transport_t") {}
  Slot<Address> my_terminal;  // SharedQueueLayout: what the others have written for this process
  template <class Visitor>
  void describe(Visitor &&field) {
    field("my_terminal", my_terminal);
  }
};

}  // namespace mpidbg::layout::mpich
