#pragma once
// Describes the containers of OPAL, a library inside Open MPI: tables of handles, doubly linked lists, and pools.
// Source: opal/class, 4.1 to 6.0.

#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes opal_pointer_array_t, a growing table of pointers. Unused elements are null.
struct PointerArrayLayout : StructLayout {
  PointerArrayLayout() : StructLayout("opal_pointer_array_t") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> lowest_free;
  Slot<std::int32_t> number_free;
  Slot<std::int32_t> size;
  Slot<Address> addr;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("lowest_free", lowest_free);
    field("number_free", number_free);
    field("size", size);
    field("addr", addr);
  }
};

// Describes opal_list_item_t, the links at the start of each item of a list.
struct ListItemLayout : StructLayout {
  ListItemLayout() : StructLayout("opal_list_item_t") {}
  using Base = ObjectLayout;
  Slot<Address> opal_list_next;
  Slot<Address> opal_list_prev;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("opal_list_next", opal_list_next);
    field("opal_list_prev", opal_list_prev);
  }
};

// Describes opal_list_t, a doubly linked list. It is a ring that includes a sentinel item; the sentinel is inside this
// struct.
struct ListLayout : StructLayout {
  ListLayout() : StructLayout("opal_list_t") {}
  using Base = ObjectLayout;
  Slot<Part<ListItemLayout>> opal_list_sentinel;
  Slot<SizeT> opal_list_length;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("opal_list_sentinel", opal_list_sentinel);
    field("opal_list_length", opal_list_length);
  }
};

// Describes opal_free_list_item_t, an item of a pool. The header of a chunk of items has the same struct.
struct FreeListItemLayout : StructLayout {
  FreeListItemLayout() : StructLayout("opal_free_list_item_t") {}
  using Base = ListItemLayout;
  Slot<Embedded> super;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("super", super);
  }
};

// Describes opal_free_list_t, a pool: chunks of items of equal size, whether in use or not.
struct FreeListLayout : StructLayout {
  FreeListLayout() : StructLayout("opal_free_list_t") {}
  using Base = ObjectLayout;
  Slot<SizeT> fl_max_to_alloc;
  Slot<SizeT> fl_num_allocated;
  Slot<SizeT> fl_num_per_alloc;
  Slot<SizeT> fl_frag_size;
  Slot<SizeT> fl_frag_alignment;
  Slot<Address> fl_frag_class;
  Slot<Embedded> fl_allocations;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("fl_max_to_alloc", fl_max_to_alloc);
    field("fl_num_allocated", fl_num_allocated);
    field("fl_num_per_alloc", fl_num_per_alloc);
    field("fl_frag_size", fl_frag_size);
    field("fl_frag_alignment", fl_frag_alignment);
    field("fl_frag_class", fl_frag_class);
    field("fl_allocations", fl_allocations);
  }
};

}  // namespace mpidbg::layout::openmpi
