#pragma once
// Describes the data of the device ch4:ofi: libfabric's endpoints, the addresses of other processes, and the device's
// part of requests. Source: src/mpid/ch4/netmod/ofi/ofi_pre.h and ofi_types.h, 4.0 to 4.2.
//
// These layouts are resolved only in processes whose device is ch4:ofi.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIDI_OFI_context_t, an endpoint with its queues. There is one for each pair of a virtual interface and a
// network interface.
struct OfiContextLayout : StructLayout {
  OfiContextLayout() : StructLayout("MPIDI_OFI_context_t") {}
  // Point to objects of libfabric: fid_domain, fid_av and fid_ep. `rx` is the endpoint that receives.
  Slot<Address> domain, av, rx;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("domain", domain);
    field("av", av);
    field("rx", rx);
  }
};

// Describes MPIDI_OFI_capabilities_t, the properties of the provider that the library uses.
struct OfiCapabilitiesLayout : StructLayout {
  OfiCapabilitiesLayout() : StructLayout("MPIDI_OFI_capabilities_t") {}
  // The widths in bits of the fields of a tag of libfabric. `source_bits` is 0 if the rank of the sender is in the data
  // for the receiver's completion.
  Slot<std::int32_t> context_bits, source_bits, tag_bits;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("context_bits", context_bits);
    field("source_bits", source_bits);
    field("tag_bits", tag_bits);
  }
};

// Describes MPIDI_OFI_per_vni_t, the data of a virtual interface; since 4.2, it is called MPIDI_OFI_per_vci_t. The
// library keeps completions that it has taken from libfabric and not processed in a ring with two positions, and in a
// list.
struct OfiInterfaceLayout : StructLayout {
  explicit OfiInterfaceLayout(const char *name) : StructLayout(name) {}
  Slot<std::int32_t> cq_buffered_static_head, cq_buffered_static_tail;
  Slot<Address> cq_buffered_dynamic_head;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("cq_buffered_static_head", cq_buffered_static_head);
    field("cq_buffered_static_tail", cq_buffered_static_tail);
    field("cq_buffered_dynamic_head", cq_buffered_dynamic_head);
  }
};

// Describes MPIDI_OFI_global_t, the type of the library's variable MPIDI_OFI_global. It has almost a megabyte, so its
// fields are read one by one.
struct OfiGlobalLayout : StructLayout {
  OfiGlobalLayout() : StructLayout("MPIDI_OFI_global_t") {}
  // An array of OfiContextLayout.
  Slot<Embedded> ctx;
  // An array of OfiInterfaceLayout, and the number of its elements in use; up to 4.1.
  Slot<Optional<Embedded>> per_vni;
  Slot<Optional<std::int32_t>> num_vnis;
  // The same since 4.2.
  Slot<Optional<Embedded>> per_vci;
  Slot<Optional<std::int32_t>> num_vcis;
  Slot<std::int32_t> num_nics;
  // An OfiCapabilitiesLayout.
  Slot<Embedded> settings;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ctx", ctx);
    field("per_vni", per_vni);
    field("num_vnis", num_vnis);
    field("per_vci", per_vci);
    field("num_vcis", num_vcis);
    field("num_nics", num_nics);
    field("settings", settings);
  }
};

// Describes MPIDI_av_entry_t, an entry of an address table with the addresses of one process.
struct OfiAddressEntryLayout : StructLayout {
  OfiAddressEntryLayout() : StructLayout("MPIDI_av_entry_t") {}
  // An array of addresses (fi_addr_t): for each network interface, one for each virtual interface of the process.
  Slot<Embedded> addresses;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("netmod.ofi", addresses);
  }
};

// Describes MPIDI_OFI_request_t, the device's part of a request for a message that libfabric transports.
struct OfiRequestLayout : StructLayout {
  OfiRequestLayout() : StructLayout("MPIDI_OFI_request_t") {}
  // The library passes the address of this member to libfabric. The same structs follow it in objects that are not
  // requests, up to `event_id`, which is one of OfiEvent.
  Slot<Embedded> context;
  Slot<std::int32_t> event_id;
  // For a send of a huge message, the rank of the receiver in the communicator.
  Slot<First<std::int32_t>> util_id;
  Slot<std::uint32_t> datatype;
  // For a receive into memory of the library (ofi_receive_pack), the program's arguments.
  Slot<Address> pack_buffer;
  Slot<SizeT> pack_count;
  Slot<std::uint32_t> pack_datatype;
  // For a receive of one piece, the size of its buffer in bytes. libfabric has a smaller one if the buffer is huge.
  Slot<SizeT> length;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("context", context);
    field("event_id", event_id);
    field("util_id", util_id);
    field("datatype", datatype);
    field("noncontig.pack.buf", pack_buffer);
    field("noncontig.pack.count", pack_count);
    field("noncontig.pack.datatype", pack_datatype);
    field("util.iov.iov_len", length);
  }
};

// Describes MPIDI_OFI_ssendack_request_t, a receive for the acknowledgement of a synchronous send.
struct OfiAcknowledgementLayout : StructLayout {
  OfiAcknowledgementLayout() : StructLayout("MPIDI_OFI_ssendack_request_t") {}
  // As in OfiRequestLayout.
  Slot<Embedded> context;
  Slot<std::int32_t> event_id;
  // Points to the MPIR_Request of the send.
  Slot<Address> signal_req;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("context", context);
    field("event_id", event_id);
    field("signal_req", signal_req);
  }
};

// Holds the layouts of the device ch4:ofi, which are resolved together.
struct OfiLayouts {
  OfiContextLayout context;
  OfiCapabilitiesLayout capabilities;
  OfiInterfaceLayout former_interface{"MPIDI_OFI_per_vni_t"}, interface { "MPIDI_OFI_per_vci_t" };
  OfiGlobalLayout global;
  OfiAddressEntryLayout address_entry;
  OfiRequestLayout request;
  OfiAcknowledgementLayout acknowledgement;

  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(context), visit(capabilities), visit(former_interface), visit(interface), visit(global), visit(address_entry),
        visit(request), visit(acknowledgement);
  }
};

}  // namespace mpidbg::layout::mpich
