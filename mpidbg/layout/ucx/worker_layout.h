#pragma once
// A worker and its table of tagged messages. Source: src/ucp/core/ucp_worker.h, ucp_context.h, ucp_ep.h and
// src/ucp/tag/tag_match.h.

#include "mpidbg/layout/slot.h"
#include "mpidbg/layout/ucx/containers_layout.h"

namespace mpidbg::layout::ucx {

struct TagMatchLayout;

struct WorkerLayout : StructLayout {
  WorkerLayout() : StructLayout("ucp_worker") {}
  Slot<Address> context;          // ContextLayout
  Slot<Part<PoolLayout>> req_mp;  // of RequestLayout, each followed by what the user of UCX adds to it
  Slot<Part<TagMatchLayout>> tm;
  Slot<std::uint64_t> am_message_id;  // sends in several fragments so far
  Slot<Address> ifaces;               // num_ifaces pointers to InterfaceLayout
  Slot<std::uint32_t> num_ifaces;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("context", context);
    field("req_mp", req_mp);
    field("tm", tm);
    field("am_message_id", am_message_id);
    field("ifaces", ifaces);
    field("num_ifaces", num_ifaces);
  }
};

struct ContextLayout : StructLayout {
  ContextLayout() : StructLayout("ucp_context") {}
  Slot<SizeT> request_size;  // bytes that the user of UCX adds to each request
  Slot<Address> resources;   // ResourceLayout[]
  template <class Visitor>
  void describe(Visitor &&field) {
    field("config.request.size", request_size);
    field("tl_rscs", resources);
  }
};

struct EndpointLayout : StructLayout {
  EndpointLayout() : StructLayout("ucp_ep") {}
  Slot<Address> worker;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("worker", worker);
  }
};

// Posted receives.
struct RequestQueueLayout : StructLayout {
  RequestQueueLayout() : StructLayout("ucp_request_queue_t") {}
  Slot<Part<QueueLayout>> queue;  // of RequestLayout.recv.queue
  template <class Visitor>
  void describe(Visitor &&field) {
    field("queue", queue);
  }
};

struct TagMatchLayout : StructLayout {
  TagMatchLayout() : StructLayout("ucp_tag_match") {}
  Slot<Part<RequestQueueLayout>> wildcard;  // receives whose mask is not all ones
  Slot<Address> hash;                       // tag_hash_buckets RequestQueueLayout: all other receives
  Slot<std::uint64_t> sn;                   // receives that were posted so far
  Slot<std::uint32_t> sw_all_count;         // posted receives that are not with the hardware
  Slot<Part<ListLinkLayout>> unexpected;    // of DescriptorLayout.tag_list[1], in order of arrival
  // The first fragment of a message is unexpected, or was matched. Those that follow it are here: in a queue;
  // or, once the message was matched, the receive, in which case ptail is null.
  Slot<Part<FragmentHashLayout>> frag_hash;
  Slot<Address> offload_iface;  // hardware that matches tags; null: none
  template <class Visitor>
  void describe(Visitor &&field) {
    field("expected.wildcard", wildcard);
    field("expected.hash", hash);
    field("expected.sn", sn);
    field("expected.sw_all_count", sw_all_count);
    field("unexpected.all", unexpected);
    field("frag_hash", frag_hash);
    field("offload.iface", offload_iface);
  }
};

}  // namespace mpidbg::layout::ucx
