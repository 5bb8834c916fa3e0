#pragma once
// Describes info objects. Source: src/include/mpir_info.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIR_Info, the object behind an MPI_Info. Up to 4.1 it is a list of objects in one table: the first object
// has no key, and each following object is a pair. Later versions have an array of pairs.
struct InfoLayout : StructLayout {
  InfoLayout() : StructLayout("MPIR_Info") {}
  using Base = ObjectLayout;
  // The members of the list up to 4.1. `next` is null in the last object; `key` and `value` point to strings.
  Slot<Optional<Address>> next, key, value;
  // Points to an array of InfoEntryLayout.
  Slot<Optional<Address>> entries;
  // The number of pairs.
  Slot<Optional<std::int32_t>> size;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("next", next);
    field("key", key);
    field("value", value);
    field("entries", entries);
    field("size", size);
  }
};

// Describes info_entry, a pair of key and value.
struct InfoEntryLayout : StructLayout {
  InfoEntryLayout() : StructLayout("info_entry") {}
  Slot<Address> key, value;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("key", key);
    field("value", value);
  }
};

}  // namespace mpidbg::layout::mpich
