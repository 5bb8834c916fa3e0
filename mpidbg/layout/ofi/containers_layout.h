#pragma once
// Describes the containers of libfabric. Sources: include/ofi_list.h, include/ofi_mem.h, include/ofi_indexer.h.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::ofi {

// Describes dlist_entry, the links of a doubly linked list, which is a ring. The head of the list has the same struct
// as its elements.
struct LinkLayout : StructLayout {
  LinkLayout() : StructLayout("dlist_entry") {}
  Slot<Address> next;
  Slot<Address> prev;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("next", next);
    field("prev", prev);
  }
};

// Describes slist, a singly linked list. Each element starts with the pointer to the next one. In an empty list, `head`
// is null and `tail` is stale.
struct SinglyLinkedLayout : StructLayout {
  SinglyLinkedLayout() : StructLayout("slist") {}
  Slot<Address> head;
  Slot<Address> tail;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("head", head);
    field("tail", tail);
  }
};

// Describes ofi_bufpool, a pool of elements of equal size. Its memory consists of regions, and each element has a
// BufferHeaderLayout before it.
struct BufferPoolLayout : StructLayout {
  BufferPoolLayout() : StructLayout("ofi_bufpool") {}
  // The elements that are not in use: a list of their headers, or, if `flags` has bufpool_indexed, a list of the
  // regions that have such elements (BufferRegionLayout::entry).
  Slot<Part<SinglyLinkedLayout>> free_entries;
  Slot<Part<LinkLayout>> free_regions;
  // The distance between elements in bytes, with their headers.
  Slot<SizeT> entry_size;
  // Points to an array of region_cnt pointers to BufferRegionLayout.
  Slot<Address> region_table;
  Slot<SizeT> region_cnt;
  // The size that was asked for, and the number of elements in a region.
  Slot<SizeT> size;
  Slot<SizeT> chunk_cnt;
  Slot<std::int32_t> flags;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("free_list.entries", free_entries);
    field("free_list.regions", free_regions);
    field("entry_size", entry_size);
    field("region_table", region_table);
    field("region_cnt", region_cnt);
    field("attr.size", size);
    field("attr.chunk_cnt", chunk_cnt);
    field("attr.flags", flags);
  }
};

// Describes ofi_bufpool_region, a piece of a pool's memory. Its first element is at `mem_region`.
struct BufferRegionLayout : StructLayout {
  BufferRegionLayout() : StructLayout("ofi_bufpool_region") {}
  Slot<Part<LinkLayout>> entry;
  // The list of the region's elements that are not in use, in a pool with bufpool_indexed.
  Slot<Part<LinkLayout>> free_list;
  Slot<Address> mem_region;
  Slot<SizeT> index;
  Slot<Address> pool;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("entry", entry);
    field("free_list", free_list);
    field("mem_region", mem_region);
    field("index", index);
    field("pool", pool);
  }
};

// Describes ofi_bufpool_hdr, the header of an element. `entry` links the headers of elements that are not in use.
struct BufferHeaderLayout : StructLayout {
  BufferHeaderLayout() : StructLayout("ofi_bufpool_hdr") {}
  Slot<Part<LinkLayout>> entry;
  Slot<Address> region;
  // The number of the element in its pool.
  Slot<SizeT> index;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("entry.dlist", entry);
    field("region", region);
    field("index", index);
  }
};

// Describes ofi_dyn_arr, an array that grows. `chunk` is an array of dynamic_array_chunks pointers to pieces of
// dynamic_array_items items each; a pointer is null until an item of the piece is needed.
struct DynamicArrayLayout : StructLayout {
  DynamicArrayLayout() : StructLayout("ofi_dyn_arr") {}
  Slot<Embedded> chunk;
  // The size of an item in bytes.
  Slot<SizeT> item_size;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("chunk", chunk);
    field("item_size", item_size);
  }
};

// Describes index_map, a table of pointers. `chunk` is an array of index_map_chunks pointers to arrays of
// index_map_entries pointers each; `count` has the number of pointers in each that are not null.
struct IndexMapLayout : StructLayout {
  IndexMapLayout() : StructLayout("index_map") {}
  Slot<Embedded> chunk;
  Slot<Embedded> count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("chunk", chunk);
    field("count", count);
  }
};

}  // namespace mpidbg::layout::ofi
