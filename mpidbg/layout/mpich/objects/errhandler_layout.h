#pragma once
// Describes error handlers. Source: src/include/mpir_errhandler.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIR_Errhandler, the object behind an MPI_Errhandler.
struct ErrhandlerLayout : StructLayout {
  ErrhandlerLayout() : StructLayout("MPIR_Errhandler") {}
  using Base = ObjectLayout;
  // The language of the program's function, one of Language.
  Slot<std::uint32_t> language;
  // The kind of objects that can have the error handler, with the number that this kind has in handles.
  Slot<std::uint32_t> kind;
  // The address of the program's function.
  Slot<Address> errfn;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("language", language);
    field("kind", kind);
    field("errfn", errfn);
  }
};

}  // namespace mpidbg::layout::mpich
