#pragma once
// Describes what all providers of libfabric have: objects with an identifier, providers, fabrics, domains, endpoints,
// completion queues. Sources: include/rdma/fabric.h, include/rdma/providers/fi_prov.h, include/ofi_util.h,
// prov/hook/include/ofi_hook.h.

#include "mpidbg/layout/ofi/containers_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::ofi {

// Describes fid, with which each object of libfabric starts.
struct IdentifierLayout : StructLayout {
  IdentifierLayout() : StructLayout("fid") {}
  // The class of the object; see class_endpoint.
  Slot<SizeT> fclass;
  Slot<Address> context;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("fclass", fclass);
    field("context", context);
  }
};

// Describes fi_provider.
struct ProviderLayout : StructLayout {
  ProviderLayout() : StructLayout("fi_provider") {}
  // The version of the provider; for providers of libfabric itself, that of libfabric: major << 16 | minor.
  Slot<std::uint32_t> version;
  // Points to the name, such as "ofi_rxm".
  Slot<Address> name;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("version", version);
    field("name", name);
  }
};

// Describes util_fabric.
struct FabricLayout : StructLayout {
  FabricLayout() : StructLayout("util_fabric") {}
  using Base = IdentifierLayout;
  // The link in the list of all fabrics.
  Slot<Part<LinkLayout>> list_entry;
  // Points to a ProviderLayout.
  Slot<Address> prov;
  // The list of domains, linked by DomainLayout::list_entry.
  Slot<Part<LinkLayout>> domain_list;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("list_entry", list_entry);
    field("prov", prov);
    field("domain_list", domain_list);
  }
};

// Describes util_domain.
struct DomainLayout : StructLayout {
  DomainLayout() : StructLayout("util_domain") {}
  using Base = IdentifierLayout;
  Slot<Part<LinkLayout>> list_entry;
  // Points to a FabricLayout.
  Slot<Address> fabric;
  // Points to a ProviderLayout.
  Slot<Address> prov;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("list_entry", list_entry);
    field("fabric", fabric);
    field("prov", prov);
  }
};

// Describes util_ep, with which the endpoints of most providers start.
struct EndpointLayout : StructLayout {
  EndpointLayout() : StructLayout("util_ep") {}
  using Base = IdentifierLayout;
  // Points to a DomainLayout.
  Slot<Address> domain;
  Slot<Address> av;
  // Points to a CompletionQueueLayout.
  Slot<Address> rx_cq;
  // The kind of endpoint; see endpoint_datagram.
  Slot<std::uint32_t> type;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("domain", domain);
    field("av", av);
    field("rx_cq", rx_cq);
    field("type", type);
  }
};

// Describes util_cq, a completion queue.
struct CompletionQueueLayout : StructLayout {
  CompletionQueueLayout() : StructLayout("util_cq") {}
  using Base = IdentifierLayout;
  // Points to a DomainLayout.
  Slot<Address> domain;
  // Points to a CompletionRingLayout.
  Slot<Address> cirq;
  // Completions for which the ring has no room.
  Slot<Part<SinglyLinkedLayout>> aux_queue;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("domain", domain);
    field("cirq", cirq);
    field("aux_queue", aux_queue);
  }
};

// Describes util_comp_cirq, the ring of a completion queue, with the numbers of completions read and written so far.
struct CompletionRingLayout : StructLayout {
  CompletionRingLayout() : StructLayout("util_comp_cirq") {}
  Slot<SizeT> rcnt;
  Slot<SizeT> wcnt;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rcnt", rcnt);
    field("wcnt", wcnt);
  }
};

}  // namespace mpidbg::layout::ofi
