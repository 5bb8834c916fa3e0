#pragma once
// What carries messages between processes. Source: src/ucp/core/ucp_worker.h and ucp_context.h, src/uct/api/uct.h;
// src/uct/sm/mm/base/mm_iface.h for memory that processes share.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::ucx {

struct TransportNameLayout;

// An interface of a worker to one transport.
struct InterfaceLayout : StructLayout {
  InterfaceLayout() : StructLayout("ucp_worker_iface_t") {}
  Slot<Address> iface;  // of the transport: SharedMemoryLayout, ...
  Slot<Address> worker;
  Slot<std::uint8_t> rsc_index;  // in the context's ResourceLayout[]
  // By how many lanes of endpoints it is used, and once more if a message came over it unasked.
  Slot<Optional<std::uint32_t>> activate_count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("iface", iface);
    field("worker", worker);
    field("rsc_index", rsc_index);
    field("activate_count", activate_count);
  }
};

struct ResourceLayout : StructLayout {
  ResourceLayout() : StructLayout("ucp_tl_resource_desc_t") {}
  Slot<Part<TransportNameLayout>> tl_rsc;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("tl_rsc", tl_rsc);
  }
};

struct TransportNameLayout : StructLayout {
  TransportNameLayout() : StructLayout("uct_tl_resource_desc_t") {}
  Slot<Text<10>> tl_name;  // UCT_TL_NAME_MAX: "sysv", "tcp"
  template <class Visitor>
  void describe(Visitor &&field) {
    field("tl_name", tl_name);
  }
};

// Messages to this process, in memory that it shares with their senders.
struct SharedMemoryLayout : StructLayout {
  SharedMemoryLayout() : StructLayout("uct_mm_iface_t") {}
  Slot<Address> recv_fifo_ctl;     // SharedFifoLayout
  Slot<std::uint64_t> read_index;  // messages that were taken so far
  template <class Visitor>
  void describe(Visitor &&field) {
    field("recv_fifo_ctl", recv_fifo_ctl);
    field("read_index", read_index);
  }
};

struct SharedFifoLayout : StructLayout {
  SharedFifoLayout() : StructLayout("uct_mm_fifo_ctl_t") {}
  Slot<std::uint64_t> head;  // messages that senders have begun so far, and the bit fifo_armed
  template <class Visitor>
  void describe(Visitor &&field) {
    field("head", head);
  }
};

}  // namespace mpidbg::layout::ucx
