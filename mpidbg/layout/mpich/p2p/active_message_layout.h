#pragma once
// Describes the messages that MPICH itself matches: those over shared memory, and those that no network device accepts.
// Source: src/mpid/ch4/include/mpidpre.h and src/mpid/ch4/src/ch4_types.h, 4.0 to 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIDIG_rreq_t, the first member of the state of a receive.
struct ReceiveStateLayout : StructLayout {
  ReceiveStateLayout() : StructLayout("MPIDIG_rreq_t") {}
  // For synchronous and rendezvous messages, the address of the sender's MPIR_Request in the sender's memory.
  Slot<Address> peer_req_ptr;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("peer_req_ptr", peer_req_ptr);
  }
};

// Describes MPIDIG_req_ext_t, the state of a request that is kept outside of the MPIR_Request.
struct ActiveMessageStateLayout : StructLayout {
  ActiveMessageStateLayout() : StructLayout("MPIDIG_req_ext_t") {}
  // The state of the message, as bits of ActiveMessageFlag.
  Slot<std::uint64_t> status;
  Slot<Part<ReceiveStateLayout>> rreq;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("status", status);
    field("rreq", rreq);
  }
};

// Describes MPIDIG_req_t, the data of a receive, or of a message that has not matched a receive. Among sends, only
// those of rendezvous messages have this data, and nothing marks them.
struct ActiveMessageLayout : StructLayout {
  ActiveMessageLayout() : StructLayout("MPIDIG_req_t") {}
  // Points to an ActiveMessageStateLayout.
  Slot<Address> req;
  // Points to the program's buffer; for a message, to the library's buffer, or null.
  Slot<Address> buffer;
  // The number of elements; for a message, its size in bytes.
  Slot<PtrdiffT> count;
  // The handle of the datatype; MPI_BYTE for a message.
  Slot<std::uint32_t> datatype;
  // The source and tag up to 4.3; later versions have them in the request's MPI_Status.
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

// Describes MPIDI_per_vci_t, a virtual interface with two lists of MPIR_Requests. `prev` of the first item points to
// the last one, and `next` of the last one is null.
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

// Describes MPIDU_genq_shmem_queue_u, a queue in shared memory between the processes of a node. Source:
// src/mpid/common/genq/mpidu_genqi_shmem_types.h.
struct SharedQueueLayout : StructLayout {
  SharedQueueLayout() : StructLayout("MPIDU_genq_shmem_queue_u") {}
  // The positions of the first and last item; 0 if the queue is empty.
  Slot<SizeT> head, tail;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("q.head.s", head);
    field("q.tail.s", tail);
  }
};

// Describes MPIDI_POSIX_eager_iqueue_transport_t, the transport between the processes of a node. Source:
// src/mpid/ch4/shm/posix/eager/iqueue/iqueue_types.h.
struct SharedTransportLayout : StructLayout {
  SharedTransportLayout() : StructLayout("MPIDI_POSIX_eager_iqueue_transport_t") {}
  // Points to a SharedQueueLayout with the messages that other processes have written for this one.
  Slot<Address> my_terminal;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("my_terminal", my_terminal);
  }
};

}  // namespace mpidbg::layout::mpich
