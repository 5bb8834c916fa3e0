#pragma once
// What all objects of MPICH start with, and the tables that they are in. Source: src/include/mpir_objects.h and
// mpir_handlemem.h, 4.0 to 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

struct ObjectLayout : StructLayout {
  ObjectLayout() : StructLayout("MPIR_Handle_common") {}
  Slot<std::uint32_t> handle;
  Slot<First<std::int32_t>> ref_count;  // 0 of kinds that are not counted; a free object keeps its last one
  Slot<Address> next;                   // of a free object: the next free one; else the object's own first field
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
  Slot<Address> avail;             // the first free object
  Slot<std::int32_t> initialized;  // 0: no object was ever in use, or none is in use any more
  Slot<Address> indirect;          // an array of pointers to blocks
  Slot<std::int32_t> indirect_size;
  Slot<Optional<std::int32_t>> indirect_block_size;  // objects of one block, from 5.0 on
  Slot<std::int32_t> num_allocated;                  // in static data and all blocks
  Slot<std::int32_t> num_avail;                      // free ones among them
  Slot<std::uint32_t> kind;                          // bits 26 to 29 of a handle
  Slot<std::int32_t> size;                           // of one object
  Slot<Address> direct;                              // the objects in static data
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
