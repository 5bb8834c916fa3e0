#pragma once
// Reduction operations. Source: src/include/mpir_op.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

struct OpLayout : StructLayout {
  OpLayout() : StructLayout("MPIR_Op") {}
  using Base = ObjectLayout;
  Slot<std::uint32_t> kind;                // OpKind
  Slot<Optional<std::uint32_t>> language;  // Language; up to 4.3
  Slot<Optional<std::int32_t>> is_commute;
  Slot<Address> function;  // the program's; of predefined ones there is none
  template <class Visitor>
  void describe(Visitor &&field) {
    field("kind", kind);
    field("language", language);
    field("is_commute", is_commute);
    field("function", function);
  }
};

}  // namespace mpidbg::layout::mpich
