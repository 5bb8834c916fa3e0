#pragma once
// The messages that MPICH itself matches: those over shared memory, and those that no network device takes. Source:
// src/mpid/ch4/include/mpidpre.h and src/mpid/ch4/src/ch4_types.h, 4.0 to 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// The start of the state of a receive.
struct ReceiveStateLayout : StructLayout {
  ReceiveStateLayout() : StructLayout("MPIDIG_rreq_t") {}
  // The sender's MPIR_Request in the sender's memory, for synchronous and rendezvous messages.
  Slot<Address> peer_req_ptr;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("peer_req_ptr", peer_req_ptr);
  }
};

// The data of a request that is outside of the request.
struct ActiveMessageStateLayout : StructLayout {
  ActiveMessageStateLayout() : StructLayout("MPIDIG_req_ext_t") {}
  // Bits of ActiveMessageFlag.
  Slot<std::uint64_t> status;
  Slot<Part<ReceiveStateLayout>> rreq;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("status", status);
    field("rreq", rreq);
  }
};

// A receive, or a message that has not matched a receive. Among sends, only rendezvous messages have such data, and no
// mark shows that a request is one.
struct ActiveMessageLayout : StructLayout {
  ActiveMessageLayout() : StructLayout("MPIDIG_req_t") {}
  // Points to an ActiveMessageStateLayout.
  Slot<Address> req;
  // The program's buffer; for a message, the library's buffer or null.
  Slot<Address> buffer;
  // For a message, its size in bytes.
  Slot<PtrdiffT> count;
  // For a message, MPI_BYTE.
  Slot<std::uint32_t> datatype;
  // Present up to 4.3; later versions have them in the request's MPI_Status.
  Slot<Optional<std::int32_t>> source, tag;
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

// A virtual interface. Both lists consist of MPIR_Requests: `prev` of the first item leads to the last one, and `next`
// of the last one is null.
struct InterfaceLayout : StructLayout {
  InterfaceLayout() : StructLayout("MPIDI_per_vci_t") {}
  Slot<Address> posted_list, unexp_list;
  // The number of requests that were freed; up to 4.1.
  Slot<Optional<First<std::int32_t>>> progress_count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("progress_count", progress_count);
    field("posted_list", posted_list);
    field("unexp_list", unexp_list);
  }
};

// A queue in the shared memory of a node. Source: src/mpid/common/genq/mpidu_genqi_shmem_types.h.
struct SharedQueueLayout : StructLayout {
  SharedQueueLayout() : StructLayout("MPIDU_genq_shmem_queue_u") {}
  // 0 if there is none.
  Slot<SizeT> head, tail;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("q.head.s", head);
    field("q.tail.s", tail);
  }
};

// The transport between the processes of a node. Source: src/mpid/ch4/shm/posix/eager/iqueue/iqueue_types.h.
struct SharedTransportLayout : StructLayout {
  SharedTransportLayout() : StructLayout("MPIDI_POSIX_eager_iqueue_transport_t") {}
  // Points to a SharedQueueLayout: the messages that others have written for this process.
  Slot<Address> my_terminal;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("my_terminal", my_terminal);
  }
};

}  // namespace mpidbg::layout::mpich
