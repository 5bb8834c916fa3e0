#pragma once
// Arrived messages. Source: src/ucp/core/ucp_request.h for descriptors; src/ucp/tag/eager.h and src/ucp/rndv/rndv.h for
// headers.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::ucx {

struct RequestHeaderLayout;

// A header follows it at once, whose first 8 bytes are the tag.
struct DescriptorLayout : StructLayout {
  DescriptorLayout() : StructLayout("ucp_recv_desc") {}
  Slot<Embedded> tag_list;             // two ListLinkLayout: of the bucket of its tag, and of all messages
  Slot<std::uint32_t> length;          // bytes behind the descriptor
  Slot<std::uint32_t> payload_offset;  // of which are header
  Slot<std::uint16_t> flags;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("tag_list", tag_list);
    field("length", length);
    field("payload_offset", payload_offset);
    field("flags", flags);
  }
};

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

struct EagerSyncHeaderLayout : StructLayout {
  EagerSyncHeaderLayout() : StructLayout("ucp_eager_sync_hdr_t") {}
  Slot<Part<RequestHeaderLayout>> req;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req", req);
  }
};

struct EagerSyncFirstHeaderLayout : StructLayout {
  EagerSyncFirstHeaderLayout() : StructLayout("ucp_eager_sync_first_hdr_t") {}
  Slot<Part<RequestHeaderLayout>> req;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req", req);
  }
};

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

// The sender's request.
struct RequestHeaderLayout : StructLayout {
  RequestHeaderLayout() : StructLayout("ucp_request_hdr_t") {}
  Slot<std::uint64_t> req_id;  // its address in the sender, unless the endpoint handles errors
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_id", req_id);
  }
};

}  // namespace mpidbg::layout::ucx
