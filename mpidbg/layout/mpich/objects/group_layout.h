#pragma once
// Describes groups. Source: src/include/mpir_group.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIR_Group, the object behind an MPI_Group.
struct GroupLayout : StructLayout {
  GroupLayout() : StructLayout("MPIR_Group") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> size;
  // The rank of this process; MPI_UNDEFINED if it is not a member.
  Slot<std::int32_t> rank;
  // Points to an array of GroupEntryLayout, one per rank; up to 4.3.
  Slot<Optional<Address>> lrank_to_lpid;
  // The map from ranks to processes, a ProcessMapLayout; since 5.0.
  Slot<Optional<Embedded>> pmap;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("size", size);
    field("rank", rank);
    field("lrank_to_lpid", lrank_to_lpid);
    field("pmap", pmap);
  }
};

// Describes MPII_Group_pmap_t, the process that belongs to a rank.
struct GroupEntryLayout : StructLayout {
  GroupEntryLayout() : StructLayout("MPII_Group_pmap_t") {}
  Slot<std::uint64_t> lpid;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("lpid", lpid);
  }
};

// Maps ranks to processes, by a list if `use_map` is true, otherwise by a rule.
struct ProcessMapLayout : StructLayout {
  ProcessMapLayout() : StructLayout("MPIR_Pmap") {}
  Slot<bool> use_map;
  // For a list, a pointer to the processes; for a rule, offset and stride of 64 bits each.
  Slot<Embedded> u;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("use_map", use_map);
    field("u", u);
  }
};

}  // namespace mpidbg::layout::mpich
