#pragma once
// Info objects. Source: src/include/mpir_info.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Up to 4.1 the object is a list of pairs, each an object of the same table, after a first one without a key. Since, it
// has an array of pairs.
struct InfoLayout : StructLayout {
  InfoLayout() : StructLayout("MPIR_Info") {}
  using Base = ObjectLayout;
  Slot<Optional<Address>> next, key, value;  // null in the last one; texts
  Slot<Optional<Address>> entries;           // InfoEntryLayout
  Slot<Optional<std::int32_t>> size;         // number of pairs
  template <class Visitor>
  void describe(Visitor &&field) {
    field("next", next);
    field("key", key);
    field("value", value);
    field("entries", entries);
    field("size", size);
  }
};

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
