#pragma once
// The start of all objects of MPICH, and the tables of objects. Source: src/include/mpir_objects.h and
// mpir_handlemem.h, 4.0 to 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// The start of each object.
struct ObjectLayout : StructLayout {
  ObjectLayout() : StructLayout("MPIR_Handle_common") {}
  Slot<std::uint32_t> handle;
  // 0 for kinds that are not counted. A free object keeps its last count.
  Slot<First<std::int32_t>> ref_count;
  // For a free object, the next free one; otherwise the object's own first field.
  Slot<Address> next;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("handle", handle);
    field("ref_count", ref_count);
    field("next", next);
  }
};

// The objects of one kind: some in static data, the others in blocks of equal length, and a list of those not in use.
struct ObjectTableLayout : StructLayout {
  ObjectTableLayout() : StructLayout("MPIR_Object_alloc_t") {}
  // The first free object.
  Slot<Address> avail;
  // 0 if no object was ever in use, or the last one has been given back.
  Slot<std::int32_t> initialized;
  // An array of pointers to blocks.
  Slot<Address> indirect;
  Slot<std::int32_t> indirect_size;
  // The number of objects in a block, since 5.0.
  Slot<Optional<std::int32_t>> indirect_block_size;
  // The number of objects in static data and all blocks.
  Slot<std::int32_t> num_allocated;
  // The number of free ones among them.
  Slot<std::int32_t> num_avail;
  // The bits 26 to 29 of a handle.
  Slot<std::uint32_t> kind;
  // The size of an object in bytes.
  Slot<std::int32_t> size;
  // The objects in static data.
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
