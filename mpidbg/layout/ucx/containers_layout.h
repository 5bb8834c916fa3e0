#pragma once
// Describes the containers of UCX. Source: src/ucs/datastruct/{queue_types,list,mpool,khash}.h.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::ucx {

// Describes ucs_queue_head, a singly linked list. Each element starts with the pointer to the next one. It ends at the
// element to which `ptail` points; the pointer in that element is stale. In an empty list, `ptail` points to `head`.
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

// Describes ucs_list_link, the links of a doubly linked list, which is a ring. The head of the list has the same struct
// as its elements.
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

// Describes ucs_mpool, a pool of elements of equal size. Each element is preceded by a pointer: to the pool while the
// element is in use, otherwise to the next free element.
struct PoolLayout : StructLayout {
  PoolLayout() : StructLayout("ucs_mpool") {}
  // Points to the first free element. Each free element starts with the address of the next one.
  Slot<Optional<Address>> freelist;
  // Points to a PoolDataLayout.
  Slot<Address> data;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("freelist", freelist);
    field("data", data);
  }
};

// Describes ucs_mpool_data, the constant part of a pool.
struct PoolDataLayout : StructLayout {
  PoolDataLayout() : StructLayout("ucs_mpool_data") {}
  // The size of an element in bytes, including the pointer before it.
  Slot<SizeT> elem_size;
  // The alignment of elements in bytes, a power of two.
  Slot<SizeT> alignment;
  // Points to the first PoolChunkLayout.
  Slot<Address> chunks;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("elem_size", elem_size);
    field("alignment", alignment);
    field("chunks", chunks);
  }
};

// Describes ucs_mpool_chunk, a piece of a pool's memory with several elements.
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

// Describes kh_ucp_tag_frag_hash_s, a hash table of the messages that have several fragments. The keys are message
// numbers. Each bucket has two bits in `flags`; both are 0 if the bucket is in use.
struct FragmentHashLayout : StructLayout {
  FragmentHashLayout() : StructLayout("kh_ucp_tag_frag_hash_s") {}
  Slot<std::uint32_t> n_buckets;
  // The number of buckets in use.
  Slot<std::uint32_t> size;
  // Points to an array of uint32_t.
  Slot<Address> flags;
  // Points to an array of uint64_t: the message numbers.
  Slot<Address> keys;
  // Points to an array of QueueLayout; see TagMatchLayout.
  Slot<Address> vals;
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
