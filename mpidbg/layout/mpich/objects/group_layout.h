#pragma once
// Groups. Source: src/include/mpir_group.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

struct GroupLayout : StructLayout {
  GroupLayout() : StructLayout("MPIR_Group") {}
  using Base = ObjectLayout;
  Slot<std::int32_t> size;
  Slot<std::int32_t> rank;                // MPI_UNDEFINED: not a member
  Slot<Optional<Address>> lrank_to_lpid;  // GroupEntryLayout for each rank; up to 4.3
  Slot<Optional<Embedded>> pmap;          // ProcessMapLayout, since
  template <class Visitor>
  void describe(Visitor &&field) {
    field("size", size);
    field("rank", rank);
    field("lrank_to_lpid", lrank_to_lpid);
    field("pmap", pmap);
  }
};

struct GroupEntryLayout : StructLayout {
  GroupEntryLayout() : StructLayout("MPII_Group_pmap_t") {}
  Slot<std::uint64_t> lpid;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("lpid", lpid);
  }
};

// Processes by a list or by a rule.
struct ProcessMapLayout : StructLayout {
  ProcessMapLayout() : StructLayout("MPIR_Pmap") {}
  Slot<bool> use_map;
  Slot<Embedded> u;  // a pointer to the processes, or offset and stride: 64 bits each
  template <class Visitor>
  void describe(Visitor &&field) {
    field("use_map", use_map);
    field("u", u);
  }
};

}  // namespace mpidbg::layout::mpich
