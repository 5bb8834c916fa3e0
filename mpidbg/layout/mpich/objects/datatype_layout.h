#pragma once
// Describes datatypes. Source: src/include/mpir_datatype.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIR_Datatype, the object behind an MPI_Datatype. Sizes and bounds are in bytes.
struct DatatypeLayout : StructLayout {
  DatatypeLayout() : StructLayout("MPIR_Datatype") {}
  using Base = ObjectLayout;
  Slot<PtrdiffT> size, extent, ub, lb, true_ub, true_lb;
  Slot<Text<128>> name;
  Slot<std::int32_t> is_committed;
  // Points to a DatatypeContentsLayout; null for predefined types.
  Slot<Address> contents;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("size", size);
    field("extent", extent);
    field("ub", ub);
    field("lb", lb);
    field("true_ub", true_ub);
    field("true_lb", true_lb);
    field("name", name);
    field("is_committed", is_committed);
    field("contents", contents);
  }
};

// Describes MPIR_Datatype_contents, the constructor arguments of a datatype. The struct is followed by arrays of
// datatypes, integers, addresses, and counts (for functions with large counts). Each array is aligned for any type.
struct DatatypeContentsLayout : StructLayout {
  DatatypeContentsLayout() : StructLayout("MPIR_Datatype_contents") {}
  // The number of the combiner; MPI_COMBINER_NAMED is HeaderValues::combiner_named.
  Slot<std::int32_t> combiner;
  Slot<PtrdiffT> nr_ints, nr_aints, nr_counts, nr_types;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("combiner", combiner);
    field("nr_ints", nr_ints);
    field("nr_aints", nr_aints);
    field("nr_counts", nr_counts);
    field("nr_types", nr_types);
  }
};

}  // namespace mpidbg::layout::mpich
