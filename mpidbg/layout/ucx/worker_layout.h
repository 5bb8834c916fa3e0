#pragma once
// Describes a worker and its table of tagged messages. Sources: src/ucp/core/ucp_worker.h, ucp_context.h, ucp_ep.h and
// src/ucp/tag/tag_match.h.

#include "mpidbg/layout/slot.h"
#include "mpidbg/layout/ucx/containers_layout.h"

namespace mpidbg::layout::ucx {

struct TagMatchLayout;

// Describes ucp_worker, a worker, which has the queues of a process.
struct WorkerLayout : StructLayout {
  WorkerLayout() : StructLayout("ucp_worker") {}
  // Points to a ContextLayout.
  Slot<Address> context;
  // The pool of the worker's requests (RequestLayout). Each request is followed by the bytes that the user of UCX adds
  // to it.
  Slot<Part<PoolLayout>> req_mp;
  Slot<Part<TagMatchLayout>> tm;
  // The number of messages in several fragments that were sent so far.
  Slot<std::uint64_t> am_message_id;
  // Points to an array of num_ifaces pointers to InterfaceLayout.
  Slot<Address> ifaces;
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

// Describes ucp_context, the context of a worker.
struct ContextLayout : StructLayout {
  ContextLayout() : StructLayout("ucp_context") {}
  // The number of bytes that the user of UCX adds to each request.
  Slot<SizeT> request_size;
  // Points to an array of ResourceLayout.
  Slot<Address> resources;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("config.request.size", request_size);
    field("tl_rscs", resources);
  }
};

// Describes ucp_ep, the connection of a worker to another process.
struct EndpointLayout : StructLayout {
  EndpointLayout() : StructLayout("ucp_ep") {}
  Slot<Address> worker;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("worker", worker);
  }
};

// Describes ucp_request_queue_t, a queue of posted receives.
struct RequestQueueLayout : StructLayout {
  RequestQueueLayout() : StructLayout("ucp_request_queue_t") {}
  // The queue, whose elements are ReceiveRequestLayout::queue.
  Slot<Part<QueueLayout>> queue;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("queue", queue);
  }
};

// Describes ucp_tag_match, the data that a worker needs to match tags.
struct TagMatchLayout : StructLayout {
  TagMatchLayout() : StructLayout("ucp_tag_match") {}
  // The posted receives whose mask is not all ones.
  Slot<Part<RequestQueueLayout>> wildcard;
  // Points to an array of tag_hash_buckets RequestQueueLayout, which contain all other posted receives.
  Slot<Address> hash;
  // The number of receives posted so far.
  Slot<std::uint64_t> sn;
  // The number of posted receives that were not given to hardware for matching.
  Slot<std::uint32_t> sw_all_count;
  // The list of unexpected messages in the order of arrival, linked by DescriptorLayout.tag_list[1].
  Slot<Part<ListLinkLayout>> unexpected;
  // The messages whose further fragments are still expected. The first fragment is unexpected or has matched a receive.
  // An entry is a queue of the following fragments; once the message has matched, the entry is the receive, and `ptail`
  // is null.
  Slot<Part<FragmentHashLayout>> frag_hash;
  // Points to the interface of hardware that matches tags; null if there is none.
  Slot<Address> offload_iface;
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
