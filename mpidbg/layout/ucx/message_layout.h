#pragma once
// Arrived messages. Sources: src/ucp/core/ucp_request.h for descriptors; src/ucp/tag/eager.h and src/ucp/rndv/rndv.h
// for headers.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::ucx {

struct RequestHeaderLayout;

// The descriptor of an arrived message. A header follows directly, and its first 8 bytes are the tag.
struct DescriptorLayout : StructLayout {
  DescriptorLayout() : StructLayout("ucp_recv_desc") {}
  // Two ListLinkLayout: in the list of the tag's bucket, and in the list of all messages.
  Slot<Embedded> tag_list;
  // The number of bytes behind the descriptor.
  Slot<std::uint32_t> length;
  // The number of these bytes that are the header.
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

// The start of all headers.
struct TagHeaderLayout : StructLayout {
  TagHeaderLayout() : StructLayout("ucp_tag_hdr_t") {}
  Slot<std::uint64_t> tag;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("tag", tag);
  }
};

// The header of the first of several fragments.
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

// The header of a synchronous message in a single fragment.
struct EagerSyncHeaderLayout : StructLayout {
  EagerSyncHeaderLayout() : StructLayout("ucp_eager_sync_hdr_t") {}
  Slot<Part<RequestHeaderLayout>> req;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req", req);
  }
};

// The header of the first fragment of a synchronous message.
struct EagerSyncFirstHeaderLayout : StructLayout {
  EagerSyncFirstHeaderLayout() : StructLayout("ucp_eager_sync_first_hdr_t") {}
  Slot<Part<RequestHeaderLayout>> req;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req", req);
  }
};

// The announcement of a message whose data the receiver fetches.
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

// Identifies the sender's request.
struct RequestHeaderLayout : StructLayout {
  RequestHeaderLayout() : StructLayout("ucp_request_hdr_t") {}
  // The address of the request in the sender, unless the endpoint handles errors.
  Slot<std::uint64_t> req_id;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_id", req_id);
  }
};

}  // namespace mpidbg::layout::ucx
