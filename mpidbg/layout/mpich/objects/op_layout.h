#pragma once
// Describes reduction operations. Source: src/include/mpir_op.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIR_Op, the object behind an MPI_Op.
struct OpLayout : StructLayout {
  OpLayout() : StructLayout("MPIR_Op") {}
  using Base = ObjectLayout;
  // The kind of operation, one of MPIR_Op_kind; see constants.h.
  Slot<std::uint32_t> kind;
  // The language of the program's function, one of Language; up to 4.3.
  Slot<Optional<std::uint32_t>> language;
  Slot<Optional<std::int32_t>> is_commute;
  // The address of the program's function; not set for predefined operations.
  Slot<Address> function;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("kind", kind);
    field("language", language);
    field("is_commute", is_commute);
    field("function", function);
  }
};

}  // namespace mpidbg::layout::mpich
