#pragma once
// Describes the common start of all objects of MPICH, and the tables of objects. Source: src/include/mpir_objects.h and
// mpir_handlemem.h, 4.0 to 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIR_Handle_common, the start of each object.
struct ObjectLayout : StructLayout {
  ObjectLayout() : StructLayout("MPIR_Handle_common") {}
  Slot<std::uint32_t> handle;
  // The reference count; 0 for kinds that are not counted. A free object keeps its last count.
  Slot<First<std::int32_t>> ref_count;
  // In a free object, a pointer to the next free one. In other objects, their own first field is here.
  Slot<Address> next;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("handle", handle);
    field("ref_count", ref_count);
    field("next", next);
  }
};

// Describes MPIR_Object_alloc_t, a table with the objects of one kind: some in static data, the others in blocks of
// equal length. The objects that are not in use form a list.
struct ObjectTableLayout : StructLayout {
  ObjectTableLayout() : StructLayout("MPIR_Object_alloc_t") {}
  // Points to the first free object.
  Slot<Address> avail;
  // 0 if no object was ever in use, or if all objects have been given back; otherwise not 0.
  Slot<std::int32_t> initialized;
  // Points to an array of pointers to blocks.
  Slot<Address> indirect;
  Slot<std::int32_t> indirect_size;
  // The number of objects in a block, since 5.0.
  Slot<Optional<std::int32_t>> indirect_block_size;
  // The number of objects in static data and all blocks.
  Slot<std::int32_t> num_allocated;
  // The number of free objects among num_allocated.
  Slot<std::int32_t> num_avail;
  // The number of the kind, as in bits 26 to 29 of a handle.
  Slot<std::uint32_t> kind;
  // The size of an object in bytes.
  Slot<std::int32_t> size;
  // Points to the objects in static data.
  Slot<Address> direct;
  Slot<std::int32_t> direct_size;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("avail", avail);
    field("initialized", initialized);
    field("indirect", indirect);
    field("indirect_size", indirect_size);
    field("indirect_block_size", indirect_block_size);
    field("num_allocated", num_allocated);
    field("num_avail", num_avail);
    field("kind", kind);
    field("size", size);
    field("direct", direct);
    field("direct_size", direct_size);
  }
};

}  // namespace mpidbg::layout::mpich
