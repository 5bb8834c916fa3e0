#pragma once
// Describes the provider psm3 and the library in it, which matches messages. Sources: prov/psm3/src/psmx3.h,
// prov/psm3/psm3/psm_mq_internal.h, prov/psm3/psm3/psm2_mq.h, prov/psm3/psm3/psm_mpool.c.

#include "mpidbg/layout/ofi/endpoint_layout.h"

namespace mpidbg::layout::ofi {

// Describes psmx3_fid_ep, the endpoint, which does not start as those of other providers.
struct PsmEndpointLayout : StructLayout {
  PsmEndpointLayout() : StructLayout("psmx3_fid_ep") {}
  using Base = IdentifierLayout;
  // Points to a DomainLayout.
  Slot<Address> domain;
  // Points to a PsmContextLayout.
  Slot<Address> rx;
  // Points to a PsmAddressesLayout.
  Slot<Address> av;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("domain", domain);
    field("rx", rx);
    field("av", av);
  }
};

// Describes psmx3_trx_ctxt.
struct PsmContextLayout : StructLayout {
  PsmContextLayout() : StructLayout("psmx3_trx_ctxt") {}
  Slot<Address> psm2_ep;
  // Points to a PsmQueuesLayout.
  Slot<Address> psm2_mq;
  // Points to the endpoint.
  Slot<Address> ep;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("psm2_ep", psm2_ep);
    field("psm2_mq", psm2_mq);
    field("ep", ep);
  }
};

// Describes psmx3_fid_av, the addresses of the processes. `conn_info` is an array of PsmConnectionsLayout.
struct PsmAddressesLayout : StructLayout {
  PsmAddressesLayout() : StructLayout("psmx3_fid_av") {}
  using Base = IdentifierLayout;
  Slot<SizeT> count;
  // The number of elements of `conn_info`.
  Slot<std::int32_t> max_trx_ctxt;
  Slot<Embedded> conn_info;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("count", count);
    field("max_trx_ctxt", max_trx_ctxt);
    field("conn_info", conn_info);
  }
};

// Describes psmx3_av_conn, the processes as one context knows them.
struct PsmConnectionsLayout : StructLayout {
  PsmConnectionsLayout() : StructLayout("psmx3_av_conn") {}
  Slot<Address> trx_ctxt;
  // Points to an array of what PsmRequestLayout::peer has, by address.
  Slot<Address> epaddrs;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("trx_ctxt", trx_ctxt);
    field("epaddrs", epaddrs);
  }
};

// Describes mqq, the first and last element of a list; both are null if it is empty.
struct PsmListLayout : StructLayout {
  PsmListLayout() : StructLayout("mqq") {}
  Slot<Address> first;
  Slot<Address> last;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("first", first);
    field("last", last);
  }
};

// Describes psm2_mq, the queues. Its hash tables are arrays of PsmListLayout, the buckets of the first table, then
// those of the next; the tables of expected messages follow those of unexpected ones.
struct PsmQueuesLayout : StructLayout {
  PsmQueuesLayout() : StructLayout("psm2_mq") {}
  Slot<Address> ep;
  // Point to the PsmPoolLayout of sends and that of receives and messages.
  Slot<Address> sreq_pool;
  Slot<Address> rreq_pool;
  Slot<Embedded> unexpected_htab;
  Slot<Embedded> expected_htab;
  // The posted receives that are in no hash table.
  Slot<Part<PsmListLayout>> expected_q;
  // The messages that match no receive; those that are in hash tables, too.
  Slot<Part<PsmListLayout>> unexpected_q;
  // The requests of which libfabric has not been told, and the messages that wait for an earlier one.
  Slot<Part<PsmListLayout>> completed_q;
  Slot<Part<PsmListLayout>> outoforder_q;
  // The numbers of messages received into a receive, received without one, and sent.
  Slot<std::uint64_t> rx_user_num;
  Slot<std::uint64_t> rx_sys_num;
  Slot<std::uint64_t> tx_num;
  // The numbers of elements of `unexpected_q` and `expected_q`, and of receives in hash tables.
  Slot<std::uint32_t> unexpected_list_len;
  Slot<std::uint32_t> expected_list_len;
  Slot<std::uint32_t> expected_hash_len;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ep", ep);
    field("sreq_pool", sreq_pool);
    field("rreq_pool", rreq_pool);
    field("unexpected_htab", unexpected_htab);
    field("expected_htab", expected_htab);
    field("expected_q", expected_q);
    field("unexpected_q", unexpected_q);
    field("completed_q", completed_q);
    field("outoforder_q", outoforder_q);
    field("stats.rx_user_num", rx_user_num);
    field("stats.rx_sys_num", rx_sys_num);
    field("stats.tx_num", tx_num);
    field("unexpected_list_len", unexpected_list_len);
    field("expected_list_len", expected_list_len);
    field("expected_hash_len", expected_hash_len);
  }
};

// Describes psm2_mq_req, a receive, a message or a send. `next` and `prev` are arrays of the links in each hash table,
// then in the lists without hashes.
struct PsmRequestLayout : StructLayout {
  PsmRequestLayout() : StructLayout("psm2_mq_req") {}
  // The other process; null for a receive from any.
  Slot<Address> peer;
  // 96 bits: see psm_tag_bits. `tagsel` has those that a receive compares.
  Slot<std::uint64_t> tag;
  Slot<std::uint32_t> tag2;
  Slot<std::uint64_t> tagsel;
  // The buffer of a receive or send, or of a message without a receive.
  Slot<Address> buf;
  Slot<std::uint32_t> buf_len;
  // The bytes of a message.
  Slot<std::uint32_t> send_msglen;
  // The context that the MPI library has passed.
  Slot<Address> context;
  Slot<Embedded> next;
  Slot<Embedded> prev;
  // The number of receives that were posted before this one, or of messages that arrived before.
  Slot<std::uint64_t> timestamp;
  // See psm_complete.
  Slot<std::uint32_t> state;
  // See psm_type_send.
  Slot<std::uint32_t> type;
  // Points to the PsmQueuesLayout.
  Slot<Address> mq;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_data.peer", peer);
    field("req_data.tag.tag64", tag);
    field("req_data.tag.tag2", tag2);
    field("req_data.tagsel.tag64", tagsel);
    field("req_data.buf", buf);
    field("req_data.buf_len", buf_len);
    field("req_data.send_msglen", send_msglen);
    field("req_data.context", context);
    field("next", next);
    field("prev", prev);
    field("timestamp", timestamp);
    field("state", state);
    field("type", type);
    field("mq", mq);
  }
};

// Describes mpool, a pool of requests. Each element has a PsmElementLayout before it.
struct PsmPoolLayout : StructLayout {
  PsmPoolLayout() : StructLayout("mpool") {}
  // The number of chunks that the table of chunks has room for, the distance of the first header from the start of its
  // chunk, the numbers of elements and of those in use, the distance between elements, their size, the elements in each
  // chunk.
  Slot<std::uint32_t> mp_elm_vector_size;
  Slot<std::uint32_t> mp_elm_offset;
  Slot<std::uint32_t> mp_num_obj;
  Slot<std::uint32_t> mp_num_obj_inuse;
  Slot<std::uint32_t> mp_elm_size;
  Slot<std::uint32_t> mp_obj_size;
  Slot<std::uint32_t> mp_num_obj_per_chunk;
  // Points to the header of the first element that is not in use.
  Slot<Address> mp_head;
  // Points to an array of pointers to chunks.
  Slot<Address> mp_elm_vector;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("mp_elm_vector_size", mp_elm_vector_size);
    field("mp_elm_offset", mp_elm_offset);
    field("mp_num_obj", mp_num_obj);
    field("mp_num_obj_inuse", mp_num_obj_inuse);
    field("mp_elm_size", mp_elm_size);
    field("mp_obj_size", mp_obj_size);
    field("mp_num_obj_per_chunk", mp_num_obj_per_chunk);
    field("mp_head.slh_first", mp_head);
    field("mp_elm_vector", mp_elm_vector);
  }
};

// Describes mpool_element, the header of an element.
struct PsmElementLayout : StructLayout {
  PsmElementLayout() : StructLayout("mpool_element") {}
  // Points to the pool if the element is in use, otherwise to the header of the next free element.
  Slot<Address> me_mpool;
  Slot<std::uint32_t> me_index;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("me_mpool", me_mpool);
    field("me_index", me_index);
  }
};

}  // namespace mpidbg::layout::ofi
