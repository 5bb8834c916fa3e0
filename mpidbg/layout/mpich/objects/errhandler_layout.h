#pragma once
// Error handlers. Source: src/include/mpir_errhandler.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

struct ErrhandlerLayout : StructLayout {
  ErrhandlerLayout() : StructLayout("MPIR_Errhandler") {}
  using Base = ObjectLayout;
  Slot<std::uint32_t> language;  // Language
  Slot<std::uint32_t> kind;      // of the objects that it is for, as in handles
  Slot<Address> errfn;           // the program's function
  template <class Visitor>
  void describe(Visitor &&field) {
    field("language", language);
    field("kind", kind);
    field("errfn", errfn);
  }
};

}  // namespace mpidbg::layout::mpich
