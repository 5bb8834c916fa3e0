#pragma once
// Describes the provider sm2, whose queues are those of SharedReceiveLayout. Source: prov/sm2/src/sm2.h.

#include "mpidbg/layout/ofi/endpoint_layout.h"

namespace mpidbg::layout::ofi {

// Describes sm2_ep, the endpoint.
struct Sm2EndpointLayout : StructLayout {
  Sm2EndpointLayout() : StructLayout("sm2_ep") {}
  using Base = EndpointLayout;
  // Points to an object whose IdentifierLayout::context is the SharedReceiveLayout.
  Slot<Address> srx;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("srx", srx);
  }
};

// Describes sm2_xfer_ctx, the record of a message that matches no receive, with a copy of the sender's packet.
struct Sm2MessageLayout : StructLayout {
  Sm2MessageLayout() : StructLayout("sm2_xfer_ctx") {}
  // Points to the endpoint.
  Slot<Address> ep;
  Slot<std::uint64_t> size;
  Slot<std::uint64_t> tag;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ep", ep);
    field("xfer_entry.hdr.size", size);
    field("xfer_entry.hdr.tag", tag);
  }
};

}  // namespace mpidbg::layout::ofi
