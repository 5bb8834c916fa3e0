#pragma once
// Describes the transports of messages between processes. Sources: src/ucp/core/ucp_worker.h and ucp_context.h;
// src/uct/api/uct.h; src/uct/sm/mm/base/mm_iface.h for shared memory.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::ucx {

struct TransportNameLayout;

// Describes ucp_worker_iface_t, the interface of a worker to one transport.
struct InterfaceLayout : StructLayout {
  InterfaceLayout() : StructLayout("ucp_worker_iface_t") {}
  // Points to the transport's own interface, for example a SharedMemoryLayout.
  Slot<Address> iface;
  Slot<Address> worker;
  // The index of the interface's resource in the context's array of ResourceLayout.
  Slot<std::uint8_t> rsc_index;
  // The number of endpoint lanes that use the interface, plus one if an unsolicited message arrived over it.
  Slot<Optional<std::uint32_t>> activate_count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("iface", iface);
    field("worker", worker);
    field("rsc_index", rsc_index);
    field("activate_count", activate_count);
  }
};

// Describes ucp_tl_resource_desc_t, a resource, which is a transport over a certain device.
struct ResourceLayout : StructLayout {
  ResourceLayout() : StructLayout("ucp_tl_resource_desc_t") {}
  Slot<Part<TransportNameLayout>> tl_rsc;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("tl_rsc", tl_rsc);
  }
};

// Describes uct_tl_resource_desc_t, the name of a transport.
struct TransportNameLayout : StructLayout {
  TransportNameLayout() : StructLayout("uct_tl_resource_desc_t") {}
  // The name, at most UCT_TL_NAME_MAX characters, for example "sysv" or "tcp".
  Slot<Text<10>> tl_name;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("tl_name", tl_name);
  }
};

// Describes uct_mm_iface_t, the interface of a shared memory transport. It receives messages in memory that this
// process shares with their senders.
struct SharedMemoryLayout : StructLayout {
  SharedMemoryLayout() : StructLayout("uct_mm_iface_t") {}
  // Points to a SharedFifoLayout.
  Slot<Address> recv_fifo_ctl;
  // The number of messages taken so far.
  Slot<std::uint64_t> read_index;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("recv_fifo_ctl", recv_fifo_ctl);
    field("read_index", read_index);
  }
};

// Describes uct_mm_fifo_ctl_t, the control block of a queue in shared memory.
struct SharedFifoLayout : StructLayout {
  SharedFifoLayout() : StructLayout("uct_mm_fifo_ctl_t") {}
  // The number of messages that senders have started to write so far, and the bit fifo_armed.
  Slot<std::uint64_t> head;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("head", head);
  }
};

}  // namespace mpidbg::layout::ucx
