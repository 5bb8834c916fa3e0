#pragma once
// Describes the provider lnx, from 2.0 on, which links several providers, such as shm and cxi, and matches the
// messages of all of them. Source: prov/lnx/include/lnx.h.

#include "mpidbg/layout/ofi/endpoint_layout.h"
#include "mpidbg/layout/ofi/shared_receive_layout.h"

namespace mpidbg::layout::ofi {

// Describes lnx_ep, which has the endpoint.
struct LnxEndpointLayout : StructLayout {
  LnxEndpointLayout() : StructLayout("lnx_ep") {}
  Slot<Part<EndpointLayout>> le_ep;
  // Points to the domain.
  Slot<Address> le_domain;
  // The receives, and the messages that match none, both in their order: linked by the start of LnxEntryLayout.
  Slot<Part<LinkLayout>> receives;
  Slot<Part<LinkLayout>> messages;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("le_ep", le_ep);
    field("le_domain", le_domain);
    field("le_srq.lps_trecv.lqp_recvq.lq_queue", receives);
    field("le_srq.lps_trecv.lqp_unexq.lq_queue", messages);
  }
};

// Describes lnx_rx_entry, a receive or a message.
struct LnxEntryLayout : StructLayout {
  LnxEntryLayout() : StructLayout("lnx_rx_entry") {}
  // The address of a receive is that in the address vector; the address of a message is one of the provider below.
  Slot<Part<PeerEntryLayout>> rx_entry;
  // The parts of the buffer, which are iovec.
  Slot<Embedded> rx_iov;
  // Points to the endpoint of the provider below that has the message. Null in a receive.
  Slot<Address> rx_cep;
  // The bits of the tag that are not compared.
  Slot<std::uint64_t> rx_ignore;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rx_entry", rx_entry);
    field("rx_iov", rx_iov);
    field("rx_cep", rx_cep);
    field("rx_ignore", rx_ignore);
  }
};

}  // namespace mpidbg::layout::ofi
