#pragma once
// UCX's containers. Source: src/ucs/datastruct/{queue_types,list,mpool,khash}.h.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::ucx {

// A list linked in one direction, whose elements start with the pointer to the next. It ends at the element that
// `ptail` points to; what that one points to is left over. Empty: ptail points to the head itself.
struct QueueLayout : StructLayout {
  QueueLayout() : StructLayout("ucs_queue_head") {}
  Slot<Address> head;
  Slot<Address> ptail;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("head", head);
    field("ptail", ptail);
  }
};

// A ring with a head like its elements.
struct ListLinkLayout : StructLayout {
  ListLinkLayout() : StructLayout("ucs_list_link") {}
  Slot<Address> prev;
  Slot<Address> next;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("prev", prev);
    field("next", next);
  }
};

// A pool of elements of one size. Before each element is a pointer: to the pool while the element is in use, to the
// next free one otherwise.
struct PoolLayout : StructLayout {
  PoolLayout() : StructLayout("ucs_mpool") {}
  Slot<Optional<Address>> freelist;  // the first free element; each starts with the address of the next
  Slot<Address> data;                // PoolDataLayout
  template <class Visitor>
  void describe(Visitor &&field) {
    field("freelist", freelist);
    field("data", data);
  }
};

struct PoolDataLayout : StructLayout {
  PoolDataLayout() : StructLayout("ucs_mpool_data") {}
  Slot<SizeT> elem_size;  // with the pointer before it
  Slot<SizeT> alignment;  // of elements: a power of two
  Slot<Address> chunks;   // PoolChunkLayout
  template <class Visitor>
  void describe(Visitor &&field) {
    field("elem_size", elem_size);
    field("alignment", alignment);
    field("chunks", chunks);
  }
};

struct PoolChunkLayout : StructLayout {
  PoolChunkLayout() : StructLayout("ucs_mpool_chunk") {}
  Slot<Address> next;
  Slot<Address> elems;
  Slot<std::uint32_t> num_elems;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("next", next);
    field("elems", elems);
    field("num_elems", num_elems);
  }
};

// The hash of messages in several fragments, by the number of the message. Each bucket has two bits in `flags`, both of
// which are 0 if it is in use.
struct FragmentHashLayout : StructLayout {
  FragmentHashLayout() : StructLayout("kh_ucp_tag_frag_hash_s") {}
  Slot<std::uint32_t> n_buckets;
  Slot<std::uint32_t> size;  // buckets in use
  Slot<Address> flags;       // uint32_t[]
  Slot<Address> keys;        // uint64_t[]
  Slot<Address> vals;        // QueueLayout[]: see tag_match_layout.h
  template <class Visitor>
  void describe(Visitor &&field) {
    field("n_buckets", n_buckets);
    field("size", size);
    field("flags", flags);
    field("keys", keys);
    field("vals", vals);
  }
};

}  // namespace mpidbg::layout::ucx
