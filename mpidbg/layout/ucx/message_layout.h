#pragma once
// Describes messages that have arrived. Sources: src/ucp/core/ucp_request.h for descriptors; src/ucp/tag/eager.h and
// src/ucp/rndv/rndv.h for headers.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::ucx {

struct RequestHeaderLayout;

// Describes ucp_recv_desc, the descriptor of an arrived message. A header follows it directly in memory, and the first
// 8 bytes of the header are the tag.
struct DescriptorLayout : StructLayout {
  DescriptorLayout() : StructLayout("ucp_recv_desc") {}
  // Two links (ListLinkLayout): the first is for the list of messages in the tag's bucket, the second for the list of
  // all messages.
  Slot<Embedded> tag_list;
  // The number of bytes that follow the descriptor.
  Slot<std::uint32_t> length;
  // The number of bytes in the header, which come first.
  Slot<std::uint32_t> payload_offset;
  Slot<std::uint16_t> flags;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("tag_list", tag_list);
    field("length", length);
    field("payload_offset", payload_offset);
    field("flags", flags);
  }
};

// Describes ucp_tag_hdr_t, the common start of all headers.
struct TagHeaderLayout : StructLayout {
  TagHeaderLayout() : StructLayout("ucp_tag_hdr_t") {}
  Slot<std::uint64_t> tag;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("tag", tag);
  }
};

// Describes ucp_eager_first_hdr_t, the header of the first fragment of a message that has several.
struct EagerFirstHeaderLayout : StructLayout {
  EagerFirstHeaderLayout() : StructLayout("ucp_eager_first_hdr_t") {}
  Slot<SizeT> total_len;
  Slot<std::uint64_t> msg_id;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("total_len", total_len);
    field("msg_id", msg_id);
  }
};

// Describes ucp_eager_sync_hdr_t, the header of a synchronous message in a single fragment.
struct EagerSyncHeaderLayout : StructLayout {
  EagerSyncHeaderLayout() : StructLayout("ucp_eager_sync_hdr_t") {}
  Slot<Part<RequestHeaderLayout>> req;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req", req);
  }
};

// Describes ucp_eager_sync_first_hdr_t, the header of the first fragment of a synchronous message.
struct EagerSyncFirstHeaderLayout : StructLayout {
  EagerSyncFirstHeaderLayout() : StructLayout("ucp_eager_sync_first_hdr_t") {}
  Slot<Part<RequestHeaderLayout>> req;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req", req);
  }
};

// Describes ucp_rndv_rts_hdr_t, the header of an announcement: the sender announces a message, and the receiver fetches
// the data.
struct RendezvousHeaderLayout : StructLayout {
  RendezvousHeaderLayout() : StructLayout("ucp_rndv_rts_hdr_t") {}
  Slot<Part<RequestHeaderLayout>> sreq;
  Slot<SizeT> size;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("sreq", sreq);
    field("size", size);
  }
};

// Describes ucp_request_hdr_t, the part of a header that identifies the sender's request.
struct RequestHeaderLayout : StructLayout {
  RequestHeaderLayout() : StructLayout("ucp_request_hdr_t") {}
  // The address of the request in the sender's memory, unless the endpoint handles errors.
  Slot<std::uint64_t> req_id;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_id", req_id);
  }
};

}  // namespace mpidbg::layout::ucx
